export type Fetch = typeof fetch

export interface Asked extends RequestInit {
  deadlineMs: number
  fetch?: Fetch | undefined
}

/** Fetches without cookies or cache. Rejects if no whole answer comes in time. An HTTP error is an answer. */
export const get = (url: string, { deadlineMs, fetch = globalThis.fetch, ...init }: Asked) =>
  fetch(url, {
    signal: AbortSignal.timeout(deadlineMs),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...init,
  })

/** Returns a `fetch`, and a function that ends all its unfinished requests. */
export const createEndableFetch = (fetch: Fetch) => {
  let all = new AbortController()
  const endable: Fetch = (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([all.signal, ...(init?.signal ? [init.signal] : [])]),
    })
  const endAll = () => {
    all.abort()
    all = new AbortController()
  }
  return { fetch: endable, endAll }
}

/** Returns a `fetch` that ends a request when no byte has come for a while. A slow download may take longer. */
export const createPatientFetch =
  (longestPauseMs: number, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const request = createEndableFetch(fetch)
    // Ending a request that is over does nothing.
    let timer = setTimeout(request.endAll, longestPauseMs)
    const response = await request.fetch(input, init)
    if (!response.body) return response
    const passOn = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, controller) => {
        clearTimeout(timer)
        timer = setTimeout(request.endAll, longestPauseMs)
        controller.enqueue(piece)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(passOn), { status, statusText, headers })
  }

/** Returns a `fetch` that counts the downloaded bytes: bodies in their unpacked size, and no headers. */
export const createCountingFetch =
  (count: (bytes: number) => void, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(countBody(response.body, count), { status, statusText, headers })
  }

const countBody = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  count: (bytes: number) => void,
) => {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (value) {
          bytes += value.byteLength
          controller.enqueue(value)
        }
        if (!done) return
        count(bytes)
        controller.close()
      } catch (error) {
        count(bytes)
        controller.error(error)
      }
    },
    cancel: async (reason) => {
      count(bytes)
      await reader.cancel(reason)
    },
  })
}
