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
      const text = `nothing arrived for ${stallMs / 1000} s`
      stalled.abort(new DOMException(text, 'TimeoutError'))
    }, stallMs)
    try {
      const response = await send(input, { ...init, signal })
      if (response.body === null) return response
      const pieces = await readAtMost(response.body, maxBytes, () => timer.refresh())
      const { status, statusText, headers } = response
      return new Response(toStream(pieces), { status, statusText, headers })
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

const toStream = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

const mostRedirects = 5

// The redirects 301, 302 and 303 turn a POST into a GET, so they are followed only after a GET.
const keepsMethod = new Set([307, 308])
const redirects = new Set([301, 302, 303, ...keepsMethod])

export class RedirectError extends Error {
  override name = 'RedirectError'
}

/**
 * A `fetch` that follows redirects only within the same origin, so that a compromised upstream server cannot make
 * this server send requests to other addresses (docs/decisions/0007).
 */
export const createSameOriginFetch =
  (send: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    if (input instanceof Request)
      throw new TypeError('Pass a URL: the body of a Request can be read only once')
    let url = new URL(input)
    for (let followed = 0; followed <= mostRedirects; followed++) {
      const response = await send(url.href, { ...init, redirect: 'manual' })
      const next = toNext(response, url, init?.method)
      if (next === undefined) return response
      await response.body?.cancel()
      url = next
    }
    throw new RedirectError(`more than ${mostRedirects} redirects`)
  }

const toNext = ({ status, headers }: Response, from: URL, method = 'GET'): URL | undefined => {
  const location = headers.get('location')
  if (!redirects.has(status) || location === null) return undefined
  if (method !== 'GET' && !keepsMethod.has(status))
    throw new RedirectError(`a redirect (${status}) that a ${method} cannot follow`)
  const to = URL.parse(location, from.href)
  if (to?.origin !== from.origin) throw new RedirectError('a redirect to another server')
  return to
}
