import { FetchError, isOfNetwork } from './problem.ts'

export type Fetch = typeof fetch

type ByteArray = Uint8Array<ArrayBuffer>

export interface Asked extends RequestInit {
  deadlineMs: number
  fetch?: Fetch | undefined
}

/** Handles the errors of `fetch`, and those of reading its answer. Every other error stays what it is. */
export const failUnreachable = (cause: unknown): never => {
  if (!isOfNetwork(cause)) throw cause
  throw new FetchError({ kind: 'unreachable' }, { cause })
}

/** A request without cookies or cache, which fails if no whole answer comes in time. */
export const toPrivateRequest = (deadlineMs: number): RequestInit => ({
  signal: AbortSignal.timeout(deadlineMs),
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
})

/** Sends a private request. An HTTP error is an answer. */
export const get = (
  url: Parameters<Fetch>[0],
  { deadlineMs, fetch = globalThis.fetch, ...init }: Asked,
) => fetch(url, { ...toPrivateRequest(deadlineMs), ...init }).catch(failUnreachable)

/** Reads a body. Resolves with `undefined` if it has more than `most` bytes. */
export const readBlob = async (response: Response, most: number): Promise<Blob | undefined> => {
  if (Number(response.headers.get('content-length')) > most) return
  const blob = await response.blob().catch(failUnreachable)
  return blob.size > most ? undefined : blob
}

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
    const passOn = new TransformStream<ByteArray, ByteArray>({
      transform: (piece, controller) => {
        clearTimeout(timer)
        timer = setTimeout(request.endAll, longestPauseMs)
        controller.enqueue(piece)
      },
    })
    return new Response(response.body.pipeThrough(passOn), response)
  }
