import { lookup } from 'node:dns'
import { request as askHttp, type IncomingMessage } from 'node:http'
import { request as askHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'

interface BoundedFetchOptions {
  timeoutMs: number
  /** Ends a request of which nothing arrived for this long. Default: `timeoutMs`. */
  stallMs?: number
  maxBytes: number
  fetch?: typeof fetch
}

/** A `fetch` that reads the whole body in time. It throws if the body stalls, is cut off or exceeds `maxBytes`. */
export const createBoundedFetch =
  ({
    timeoutMs,
    stallMs = timeoutMs,
    maxBytes,
    fetch: send = fetch,
  }: BoundedFetchOptions): typeof fetch =>
  async (input, init) => {
    const stalled = new AbortController()
    const signals = [AbortSignal.timeout(timeoutMs), stalled.signal]
    const signal = AbortSignal.any(init?.signal ? [init.signal, ...signals] : signals)
    const timer = setTimeout(() => {
      stalled.abort(new DOMException(`nothing arrived for ${stallMs / 1000} s`, 'TimeoutError'))
    }, stallMs)
    try {
      const response = await send(input, { ...init, signal })
      if (response.body === null) return response
      const pieces = await readAtMost(response.body, maxBytes, () => timer.refresh())
      const { status, statusText, headers } = response
      const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream
      return new Response(body, { status, statusText, headers })
    } finally {
      clearTimeout(timer)
    }
  }

export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'
  code = 'ANSWER_TOO_LARGE'
  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes`)
  }
}

const readAtMost = async (
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onPiece: () => void,
) => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    onPiece()
    size += piece.length
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes)
    pieces.push(piece)
  }
  return pieces
}

const mostRedirects = 5

// The redirects 301, 302 and 303 turn a POST into a GET, so they are followed only after a GET.
const keepsMethod = new Set([307, 308])
const redirects = new Set([301, 302, 303, ...keepsMethod])

export class RedirectError extends Error {
  override name = 'RedirectError'
  to: URL | null
  constructor(message: string, to: URL | null = null) {
    super(message)
    this.to = to
  }
}

type MayFollow = (to: URL | null, from: URL) => to is URL

const createFollowingFetch =
  (send: typeof fetch, mayFollow: MayFollow): typeof fetch =>
  async (input, init) => {
    if (input instanceof Request)
      throw new TypeError('Pass a URL: the body of a Request can be read only once')
    let url = new URL(input)
    for (let followed = 0; followed <= mostRedirects; followed++) {
      const response = await send(url.href, { ...init, redirect: 'manual' })
      const { status, headers } = response
      const location = redirects.has(status) ? headers.get('location') : null
      if (location === null) return response
      await response.body?.cancel()
      const to = URL.parse(location, url.href)
      const { method = 'GET' } = init ?? {}
      if (method !== 'GET' && !keepsMethod.has(status))
        throw new RedirectError(`a redirect (${status}) that a ${method} cannot follow`, to)
      if (!mayFollow(to, url)) throw new RedirectError('a redirect to another server', to)
      url = to
    }
    throw new RedirectError(`more than ${mostRedirects} redirects`)
  }

/**
 * A `fetch` that follows redirects only within the same origin, so that a compromised upstream server cannot make
 * this server send requests to other addresses (docs/decisions/0007).
 */
export const createSameOriginFetch = (send: typeof fetch = fetch): typeof fetch =>
  createFollowingFetch(send, (to, from): to is URL => to?.origin === from.origin)

/**
 * A `fetch` for addresses that strangers wrote. It connects only to public addresses, also after a redirect, so that
 * nobody can make this server ask the programs of its own network (docs/decisions/0007).
 */
export const createPublicFetch = (isAllowed = isPublicAddress): typeof fetch =>
  createFollowingFetch(
    (input, init) => sendTo(new URL(String(input)), init, isAllowed),
    (to): to is URL => to !== null,
  )

export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  override message = 'the address is not public'
}

const isPublicAddress = (address: string) => ipaddr.process(address).range() === 'unicast'

const sendTo = (
  url: URL,
  { headers, signal }: RequestInit = {},
  isAllowed: typeof isPublicAddress,
) => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // The address is checked when it is connected to, because a name may mean another address a moment later.
  const lookUp: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found = []) => {
      const allowed = found.filter(({ address }) => isAllowed(address))
      done(error ?? (allowed.length === 0 ? new PrivateAddressError() : null), allowed)
    })
  return new Promise<Response>((resolve, reject) => {
    if (isIP(host) && !isAllowed(host)) throw new PrivateAddressError()
    const ask = url.protocol === 'https:' ? askHttps : askHttp
    const options = {
      headers: Object.fromEntries(new Headers(headers)),
      lookup: lookUp,
      // Node then asks `lookup` for all addresses.
      autoSelectFamily: true,
      // A connection that another request has opened may lead to a private address.
      agent: false,
      ...(signal && { signal }),
    } as const
    ask(url, options, (answer) => resolve(toResponse(answer)))
      .on('error', reject)
      .end()
  })
}

// `async`, so that an odd status rejects instead of throwing.
const toResponse = async (answer: IncomingMessage): Promise<Response> => {
  const { statusCode = 0, headers } = answer
  if (statusCode < 200 || statusCode > 599) throw new RangeError(`odd status ${statusCode}`)
  const hasBody = ![204, 205, 304].includes(statusCode)
  const body = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>) : null
  const lines = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Response(body, { status: statusCode, headers: Object.fromEntries(lines) })
}
