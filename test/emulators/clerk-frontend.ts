/**
 * Clerk's Frontend API as a real HTTPS server: what the browser's client needs to sign in, up and out
 * and to get session tokens, and the ways in which the service refuses and fails.
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
  /** `https://clerk.localhost:<port>`, without a slash at the end; also the issuer of its tokens. */
  url: string
  publishableKey: string
  keys: ClerkKeys
  tls: SelfSigned
  users: ClerkUsers
  mails: Mail[]
  requests: LoggedRequest[]
  setMode(mode: FrontendMode): void
  /** Whether a password from an unknown device needs a code as well (Clerk's Device Trust). */
  setClientTrust(on: boolean): void
  /** Every request from now on; `undefined`: back to normal. */
  fail(fault: Fault | undefined): void
  /** Ends all sessions of everybody, as their removal in the dashboard does. */
  revokeSessions(): void
  stop(): Promise<void>
}

export interface StartClerkFrontendOptions {
  mode?: FrontendMode
  keys?: ClerkKeys
  /** The map of the Backend API's emulator, to let both know the same people. */
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
