import { createFrescoClient, type FrescoClient } from '../../shared/client/create-fresco-client.ts'
import type { Fetch } from './http.ts'

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
