import { createFrescoClient, type FrescoClient } from '../../shared/client/fresco-client.ts'
import { FrescoError } from '../../shared/client/fresco-error.ts'
import type { Fetch } from './http.ts'
import type { Problem } from './problem.ts'

export interface ConnectOptions {
  /** Goes into `Authorization: Bearer` of what needs to know who asks. */
  token?: string
  fetch?: Fetch | undefined
}

/** The API of a server, without cookies or the HTTP cache: what is kept is kept on purpose. */
export const connect = (server: string, options: ConnectOptions = {}): FrescoClient => {
  const { token, fetch = globalThis.fetch } = options
  return createFrescoClient({
    baseUrl: server,
    token,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      }),
  })
}

/** What is wrong with a server, by what a call to it threw; an abort is no answer either. */
export const toProblem = (error: unknown): Problem => {
  if (!(error instanceof FrescoError) || error.status === undefined) return { kind: 'unreachable' }
  const { status } = error
  // A plain web server has no such path: that is no refusal, it is another kind of server.
  return status === 404 || status < 300 ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }
}
