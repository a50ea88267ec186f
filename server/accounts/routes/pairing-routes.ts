import type { Hono } from 'hono'
import type { z } from 'zod'
import {
  finishPairingSchema,
  type PairingResult,
  type pairingSchema,
} from '../../../shared/account-api.ts'
import { privateRoute } from '../../http/add-route.ts'
import type { ReadClientAddress } from '../../http/requests/client-address.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readJson } from '../../http/requests/read-body.ts'
import { type AttemptCounter, countAttempt } from '../../identity/attempt-limits.ts'
import type { Pairings } from '../pairings.ts'
import { toSignedIn } from './own-account-routes.ts'

interface PairingRoutesDeps {
  pairings: Pairings
  pairingStarts: AttemptCounter
  clientAddress: ReadClientAddress
  publicUrl: string
}

const intervalSeconds = 2

/** Signs in an extension by way of a page of this server, in the shape of RFC 8628. */
export const addPairingRoutes = (app: Hono, deps: PairingRoutesDeps) => {
  const { pairings, pairingStarts, clientAddress, publicUrl } = deps

  privateRoute(app, '/api/auth/pairing', {
    POST: async (c) => {
      await countAttempt(pairingStarts, clientAddress(c).key)
      const { deviceCode, userCode, expiresInSeconds } = await pairings.begin(deviceOf(c))
      return c.json({
        deviceCode,
        userCode,
        url: `${publicUrl}/account/connect`,
        expiresIn: expiresInSeconds,
        interval: intervalSeconds,
      } satisfies z.infer<typeof pairingSchema>)
    },
  })

  privateRoute(app, '/api/auth/pairing/session', {
    POST: async (c) => {
      const { deviceCode } = await readJson(c, finishPairingSchema, { maxBytes: 1024 })
      const result = await pairings.finish(deviceCode)
      if (typeof result === 'string') return c.json({ status: result } satisfies PairingResult)
      return c.json({ status: 'signed-in', ...toSignedIn(result) } satisfies PairingResult)
    },
  })
}
