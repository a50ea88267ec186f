import { request } from 'node:http'
import { Readable } from 'node:stream'

/**
 * Returns a `fetch` with the CORS rules and the cache of a browser. Every address leads to a server on this machine,
 * which tells the hosts apart by `Host`.
 */
export const createBrowserFetch = ({ port }: { port: number }): typeof fetch => {
  const cache = new Map<string, { etag: string; body: ArrayBuffer; headers: Headers }>()
  const send = (url: URL, method: string, headers: Headers, signal?: AbortSignal | null) =>
    exchange({ port, url, method, headers, signal: signal ?? undefined })

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = 'GET', mode = 'cors', signal } = init
    const headers = new Headers(init.headers)
    if ([...headers.keys()].some((name) => !simple.has(name)))
      requireCors(await send(url, 'OPTIONS', new Headers(), signal))
    const cached = cache.get(url.href)
    if (init.cache === 'no-cache' && cached) headers.set('If-None-Match', cached.etag)
    const response = await send(url, method, headers, signal)
    if (mode === 'no-cors') return new Response(null)
    if (response.status === 304 && cached)
      return new Response(cached.body, { headers: cached.headers })
    requireCors(response)
    if (response.status >= 300 && response.status < 400) throw new TypeError('Failed to fetch')
    const readable = listReadable(response.headers)
    const etag = response.headers.get('ETag')
    if (!response.ok || method !== 'GET' || etag === null || init.cache === 'no-store')
      return new Response(response.body, { status: response.status, headers: readable })
    const copied = response.clone().arrayBuffer()
    // A body that was cut off is not cached.
    copied.then((body) => cache.set(url.href, { etag, body, headers: readable })).catch(() => {})
    return new Response(response.body, { headers: readable })
  }
}

const simple = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'range'])

// https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
const safelisted = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]

const listReadable = (headers: Headers): Headers => {
  const exposed = headers.get('Access-Control-Expose-Headers')?.toLowerCase().split(/,\s*/) ?? []
  const isReadable = (name: string) =>
    exposed.includes('*') || exposed.includes(name) || safelisted.includes(name)
  return new Headers([...headers].filter(([name]) => isReadable(name)))
}

const requireCors = ({ ok, status, headers }: Response) => {
  const isAnswer = ok || status === 304 || status >= 400
  if (headers.get('Access-Control-Allow-Origin') !== '*' || !isAnswer)
    throw new TypeError('Failed to fetch')
}

interface Exchange {
  port: number
  url: URL
  method: string
  headers: Headers
  signal: AbortSignal | undefined
}

const exchange = ({ port, url, method, headers, signal }: Exchange): Promise<Response> =>
  new Promise((resolve, reject) => {
    const toFailure = (cause: unknown): unknown =>
      signal?.aborted ? signal.reason : new TypeError('Failed to fetch', { cause })
    async function* readBody(answer: Readable) {
      try {
        yield* answer
      } catch (cause) {
        throw toFailure(cause)
      }
    }
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url.pathname + url.search,
        headers: { ...Object.fromEntries(headers), host: url.host },
        agent: false,
        ...(signal && { signal }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const isEmpty = method === 'HEAD' || [204, 304].includes(status)
        const body = Readable.toWeb(Readable.from(readBody(answer))) as ReadableStream
        resolve(
          new Response(isEmpty ? null : body, {
            status,
            headers: new Headers(listHeaders(answer.rawHeaders)),
          }),
        )
      },
    )
    sent.on('error', (cause) => reject(toFailure(cause))).end()
  })

const listHeaders = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
