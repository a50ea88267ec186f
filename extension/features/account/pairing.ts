import * as z from 'zod/mini'
import { toRecord } from '../../../shared/unknown.ts'
import { t } from '../../platform/browser/texts.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { AccountError, accountDeadlineMs, parseProblem, toAccountProblem } from './account.ts'
import { type LocalSession, toPerson, toProblem } from './local-account.ts'

const pairingSchema = z.object({
  server: z.string().check(z.minLength(1)),
  /** The secret with which the background asks the server for the session. */
  deviceCode: z.string().check(z.minLength(1)),
  /** The short code that a person types. */
  userCode: z.string().check(z.regex(/^[A-Z-]+$/)),
  expiresAt: z.number(),
})

/** A sign-in that waits until the person confirms on a page of the server. */
export type Pairing = z.infer<typeof pairingSchema>

export const pairingItem = /* @__PURE__ */ createStoredItem<Pairing | null>({
  key: 'account.pairing',
  parse: (stored) => pairingSchema.safeParse(stored).data ?? null,
})

/** The address is made here, so that a server cannot send the person elsewhere. */
export const toPairingPage = ({ server }: Pairing): string => `${server}/account/connect`

const requestSchema = z.object({
  type: z.literal('pairing'),
  call: z.enum(['begin', 'check', 'cancel']),
})

type PairingCall = z.infer<typeof requestSchema>['call']

/** Both functions throw an `AccountError`. */
type PairingService = Record<PairingCall, () => Promise<void>>

interface PairingDeps {
  server: { read(): Promise<string> }
  item: StoredItem<Pairing | null>
  session: StoredItem<LocalSession | null>
  fetch?: Fetch
  now?: () => number
}

/** Signs in by way of a page of the server, in the shape of RFC 8628. Only the background uses it. */
export const createPairing = ({
  server,
  item,
  session,
  fetch,
  now = Date.now,
}: PairingDeps): PairingService => {
  const inTime = () => ({ signal: AbortSignal.timeout(accountDeadlineMs) })

  return {
    begin: async () => {
      const address = await server.read()
      const answer = await connect(address, { fetch })
        .beginPairing(inTime())
        .catch((cause) => {
          throw new AccountError(toProblem(cause), { cause })
        })
      const { deviceCode, userCode, expiresIn } = answer
      const expiresAt = now() + expiresIn * 1000
      await item.update(() =>
        pairingSchema.parse({ server: address, deviceCode, userCode, expiresAt }),
      )
    },
    check: async () => {
      const pending = await item.read()
      if (!pending) return
      const client = connect(pending.server, { fetch })
      const result = await client
        .finishPairing({ deviceCode: pending.deviceCode }, inTime())
        // While the server cannot be reached, the pairing waits.
        .catch(() => undefined)
      if (result?.status === 'waiting' || (!result && pending.expiresAt > now())) return
      let wasPending = false
      await item.update((known) => {
        wasPending = known?.deviceCode === pending.deviceCode
        return wasPending ? null : known
      })
      if (!wasPending) return
      if (result?.status !== 'signed-in')
        throw new AccountError({ code: 'refused', text: t('pairingGone') })
      const { token, user } = result
      await session.update(() => ({
        server: pending.server,
        token,
        person: toPerson(user),
        isEnded: false,
      }))
    },
    cancel: async () => {
      await item.update(() => null)
    },
  }
}

export const answerPairingRequest = (pairing: PairingService, message: unknown) => {
  const request = requestSchema.safeParse(message).data
  if (!request) return
  return pairing[request.call]().then(
    () => ({ isDone: true }),
    (error) => ({ problem: toAccountProblem(error) }),
  )
}

export const createPairingOfPage = (
  send: (request: { type: string }) => Promise<unknown>,
): PairingService => {
  const ask = (call: PairingCall) => async () => {
    const request = { type: 'pairing', call }
    const answer = toRecord(await send(request).catch(() => undefined))
    if (answer.isDone !== true) throw new AccountError(parseProblem(answer.problem))
  }
  return { begin: ask('begin'), check: ask('check'), cancel: ask('cancel') }
}
