/**
 * Emulates Clerk's Frontend API over HTTPS: sign-in, sign-up, sign-out, session tokens and
 * failures.
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
import {
  createFrontendApp,
  type Fault,
  type FrontendMode,
  type FrontendState,
  type LoggedRequest,
} from './clerk-frontend-app.ts'
import { type ClerkKeys, makeClerkKeys, makePublishableKey } from './clerk-tokens.ts'
import { type ClerkUsers, createClerkUsers } from './clerk-users.ts'
import { makeSelfSigned, type SelfSigned } from './tls.ts'

export interface ClerkFrontend {
  /**
   * `https://clerk.localhost:<port>` without a trailing slash. Session tokens contain it as their
   * issuer.
   */
  url: string
  publishableKey: string
  keys: ClerkKeys
  tls: SelfSigned
  users: ClerkUsers
  mails: Mail[]
  requests: LoggedRequest[]
  setMode(mode: FrontendMode): void
  setClientTrust(on: boolean): void
  /** Makes every later request fail, until `fail(undefined)` ends the failure. */
  fail(fault: Fault | undefined): void
  revokeSessions(): void
  stop(): Promise<void>
}

export interface StartClerkFrontendOptions {
  mode?: FrontendMode
  keys?: ClerkKeys
  /** Pass the users of an emulated Backend API to let both emulators share them. */
  users?: Map<string, ClerkUser>
  port?: number
}

export const startClerkFrontend = async (
  options: StartClerkFrontendOptions = {},
): Promise<ClerkFrontend> => {
  const { keys = makeClerkKeys(), port = 0 } = options
  const tls = makeSelfSigned('clerk.localhost')
  const server = createServer({ key: tls.key, cert: tls.cert })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `clerk.localhost:${(server.address() as AddressInfo).port}`
  const url = `https://${host}`

  const state: FrontendState = {
    mode: options.mode ?? 'lenient',
    clientTrust: false,
    fault: undefined,
    clients: new Map(),
    users: createClerkUsers(options.users),
    mails: [],
    requests: [],
    makeToken: createTokenMaker(keys, url),
  }
  server.on('request', getRequestListener(createFrontendApp(state).fetch))
  const { users, mails, requests } = state
  return {
    url,
    publishableKey: makePublishableKey(host),
    keys,
    tls,
    users,
    mails,
    requests,
    ...createSwitches(state),
    stop: () => closeServer(server),
  }
}

const createSwitches = (state: FrontendState) => ({
  setMode: (mode: FrontendMode) => {
    state.mode = mode
  },
  setClientTrust: (on: boolean) => {
    state.clientTrust = on
  },
  fail: (fault: Fault | undefined) => {
    state.fault = fault
  },
  revokeSessions: () => {
    for (const client of state.clients.values()) client.sessions = []
  },
})
