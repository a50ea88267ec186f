import type { Hono } from 'hono'
import type { z } from 'zod'
import {
  finishPairingSchema,
  type PairingResult,
  pairingResultSchema,
  pairingSchema,
} from '../../../shared/account-api.ts'
import { compressed, json, tooMany } from '../../http/openapi/responses.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readJson } from '../../http/requests/read-body.ts'
import { routesOf } from '../../http/route.ts'
import { countAttempt } from '../../identity/attempt-limits.ts'
import { exampleSession, invalid } from './answers.ts'
import type { LocalRoutesDeps } from './deps.ts'
import { toSignedIn } from './own-account-routes.ts'

/** Signs in an extension by way of a page of this server, in the shape of RFC 8628. */
export const addPairingRoutes = (app: Hono, deps: LocalRoutesDeps) => {
  const guest = routesOf(app, 'Accounts', 'guest')
  const { pairings, pairingAttempts, clientAddress, publicUrl } = deps

  const steps = { url: `${publicUrl}/account/connect`, interval: 2 }
  const example = { ...steps, deviceCode: 'Jx8q…', userCode: 'BCDF-GHJK', expiresIn: 600 }
  guest.post('/api/auth/pairing', {
    id: 'beginPairing',
    summary: 'Begin to sign in by a page',
    text: 'For extensions and other programs. Open `url` in a browser and show `userCode`. A person who is signed in there, or signs in, types it. Both codes expire after ten minutes. The steps are those of RFC 8628.',
    answers: {
      200: json('The codes.', pairingSchema, example),
      429: tooMany(
        'Too many attempts from this address.',
        'Too many attempts: try again in 600 seconds',
      ),
    },
    handler: async (c) => {
      await countAttempt(pairingAttempts, clientAddress(c).key)
      const { expiresInSeconds: expiresIn, ...codes } = await pairings.begin(deviceOf(c))
      return c.json({ ...steps, ...codes, expiresIn } satisfies z.infer<typeof pairingSchema>)
    },
  })

  guest.post('/api/auth/pairing/session', {
    id: 'finishPairing',
    summary: 'Ask whether a person has confirmed',
    text: 'Ask every `interval` seconds. `gone` means that the code has expired, that the session in which the person typed it has ended, or that the new session was already sent.',
    body: {
      schema: finishPairingSchema,
      example: { deviceCode: example.deviceCode },
      maxBytes: 1024,
    },
    answers: {
      200: json('The session, or that the person has not confirmed yet.', pairingResultSchema, {
        status: 'signed-in',
        ...exampleSession(publicUrl),
      }),
      400: invalid('Invalid deviceCode: expected a string'),
      415: compressed,
    },
    handler: async (c) => {
      const { deviceCode } = await readJson(c, finishPairingSchema, { maxBytes: 1024 })
      const result = await pairings.finish(deviceCode)
      if (typeof result === 'string') return c.json({ status: result } satisfies PairingResult)
      return c.json({ status: 'signed-in', ...toSignedIn(result) } satisfies PairingResult)
    },
  })
}
