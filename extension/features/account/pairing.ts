import * as z from 'zod/mini'
import { t } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { problemOf } from '../../remote/problem.ts'
import { AccountError, accountDeadlineMs } from './account.ts'
import { localSessionItem, toLocalProblem } from './local-account.ts'

const pairingSchema = z.object({
  server: z.string().check(z.minLength(1)),
  /** The secret with which the background asks the server for the session. */
  deviceCode: z.string().check(z.minLength(1)),
  /** The short code that a person types. */
  userCode: z.string().check(z.regex(/^[A-Z-]+$/)),
  expiresAt: z.number(),
})

export type Pairing = z.infer<typeof pairingSchema>

export const pairingItem = /* @__PURE__ */ createStoredItem<Pairing | null>({
  key: 'account.pairing',
  parse: (stored) => pairingSchema.safeParse(stored).data ?? null,
})

/** The address is made here, so that a server cannot send the person elsewhere. */
export const toPairingPage = ({ server }: Pairing): string => `${server}/account/connect`

export type PairingService = ReturnType<typeof createPairing>

interface PairingDeps {
  server: { read(): Promise<string> }
  fetch?: Fetch
  now?: () => number
}

/**
 * Signs in through a page of the server, as in the device flow of OAuth (RFC 8628). Only the background uses it.
 * @throws AccountError
 */
export const createPairing = ({ server, fetch, now = Date.now }: PairingDeps) => {
  const open = (address: string) => connect(address, { fetch, deadlineMs: accountDeadlineMs })
  return {
    beginPairing: async () => {
      const address = await server.read()
      const answer = await open(address)
        .beginPairing()
        .catch((cause) => {
          throw new AccountError(toLocalProblem(cause), { cause })
        })
      const { deviceCode, userCode, expiresIn } = answer
      const expiresAt = now() + expiresIn * 1000
      await pairingItem.update(() =>
        pairingSchema.parse({ server: address, deviceCode, userCode, expiresAt }),
      )
    },
    checkPairing: async () => {
      const pending = await pairingItem.read()
      if (!pending) return
      const { deviceCode } = pending
      const result = await open(pending.server)
        .finishPairing({ deviceCode })
        // While the server cannot be reached, the pairing waits. A bug is logged.
        .catch((error: unknown) => void problemOf(error))
      if (result?.status === 'waiting' || (!result && pending.expiresAt > now())) return
      let wasPending = false
      await pairingItem.update((known) => {
        wasPending = known?.deviceCode === deviceCode
        return wasPending ? null : known
      })
      if (!wasPending) return
      if (result?.status !== 'signed-in')
        throw new AccountError({ code: 'refused', text: t('pairingGone') })
      const { token, user } = result
      await localSessionItem.update(() => ({
        server: pending.server,
        token,
        person: user,
        isEnded: false,
      }))
    },
    cancelPairing: async () => {
      await pairingItem.update(() => null)
    },
  }
}
