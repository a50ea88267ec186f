/**
 * Emulates Clerk's Frontend API over HTTPS: sign-in, sign-up, sign-out and session tokens.
 * @see https://clerk.com/docs/reference/frontend-api
 */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { closeServer } from '../tools/servers/sockets.ts'
import type { ClerkUser } from './clerk-backend.ts'
import { createTokenMaker } from './clerk-clients.ts'
import type { Mail } from './clerk-flows.ts'
import { createFrontendApp, type FrontendState, type LoggedRequest } from './clerk-frontend-app.ts'
import { type ClerkKeys, makePublishableKey } from './clerk-tokens.ts'
import { type ClerkUsers, createClerkUsers } from './clerk-users.ts'
import { makeSelfSigned, type SelfSigned } from './tls.ts'

export interface ClerkFrontend {
  /**
   * `https://clerk.localhost:<port>` without a trailing slash. Session tokens contain it as their
   * issuer.
   */
  url: string
  publishableKey: string
  tls: SelfSigned
  users: ClerkUsers
  mails: Mail[]
  requests: LoggedRequest[]
  revokeSessions(): void
  /** From now on, a correct password also needs a code from an e-mail. */
  askUnknownDevices(): void
  stop(): Promise<void>
}

/** Starts the Frontend API for the users of an emulated Backend API. */
export const startClerkFrontend = async (
  keys: ClerkKeys,
  known: Map<string, ClerkUser>,
): Promise<ClerkFrontend> => {
  const tls = makeSelfSigned('clerk.localhost')
  const server = createServer({ key: tls.key, cert: tls.cert })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `clerk.localhost:${(server.address() as AddressInfo).port}`
  const url = `https://${host}`

  const state: FrontendState = {
    asksUnknownDevices: false,
    clients: new Map(),
    users: createClerkUsers(known),
    mails: [],
    requests: [],
    makeToken: createTokenMaker(keys, url),
  }
  server.on('request', getRequestListener(createFrontendApp(state).fetch))
  const { users, mails, requests } = state
  return {
    url,
    publishableKey: makePublishableKey(host),
    tls,
    users,
    mails,
    requests,
    revokeSessions: () => {
      for (const client of state.clients.values()) client.sessions = []
    },
    askUnknownDevices: () => {
      state.asksUnknownDevices = true
    },
    stop: () => closeServer(server),
  }
}
