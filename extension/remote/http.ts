import { FetchError, isOfNetwork } from './problem.ts'

export type Fetch = typeof fetch

export interface Asked extends RequestInit {
  deadlineMs: number
  fetch?: Fetch | undefined
}

/** Throws a `FetchError` for the errors of `fetch` and of reading its answer, and every other error unchanged. */
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

/** Reads a body. Stops and resolves with `undefined` if it has more than `most` bytes. */
export const readBlob = async ({ body, headers }: Response, most: number) => {
  let size = 0
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      size += piece.length
      if (size > most) controller.terminate()
      else controller.enqueue(piece)
    },
  })
  const read = new Response(body?.pipeThrough(limit), { headers })
  const blob = await read.blob().catch(failUnreachable)
  return size > most ? undefined : blob
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
