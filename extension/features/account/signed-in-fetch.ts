import { toRecord, toText } from '../../../shared/unknown.ts'
import { onRequest, sendRequest } from '../../platform/browser/messages.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Account } from './account.ts'

interface SignedInDeps {
  server: { read(): Promise<string> }
  account: Pick<Account, 'getToken'>
  fetch: Fetch
}

/**
 * Returns a `fetch` that sends the token of the person to their own server if that server is private. A public server and
 * all other sites never see the token with a request for wallpapers.
 */
export const createSignedInFetch = ({ server, account, fetch }: SignedInDeps): Fetch => {
  const privateServers = new Set<string>()
  return async (input, init) => {
    const own = await server.read()
    const isOwn = own !== '' && String(input).startsWith(`${own}/`)
    const headers = new Headers(init?.headers)
    const askSignedIn = async (fresh: boolean) => {
      const token = await account.getToken({ fresh })
      if (!token) return
      headers.set('Authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers })
    }
    if (!isOwn || headers.has('Authorization')) return fetch(input, init)
    const isKnown = privateServers.has(own)
    const first = (isKnown && (await askSignedIn(false))) || (await fetch(input, init))
    if (first.status !== 401) return first
    privateServers.add(own)
    return (await askSignedIn(isKnown)) ?? first
  }
}

/** The `fetch` of pages. When a private server refuses, the background asks it again, because pages never have the token. */
export const fetchThroughBackground: Fetch = async (input, init) => {
  const answer = await fetch(input, init)
  if (answer.status !== 401) return answer
  const request = { type: 'fetch', url: String(input) }
  const content = toText(await sendRequest(request).catch(() => undefined))
  return content ? fetch(content) : answer
}

export const answerFetches = (fetch: Fetch): void =>
  onRequest((message) => {
    const { type, url } = toRecord(message)
    if (type === 'fetch') return fetch(toText(url)).then(toDataUrl)
  })

// A message holds only JSON.
const toDataUrl = async (answer: Response): Promise<unknown> => {
  if (!answer.ok) return ''
  const reader = new FileReader()
  reader.readAsDataURL(await answer.blob())
  await new Promise((done) => reader.addEventListener('loadend', done))
  return reader.result
}
