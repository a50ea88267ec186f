interface BoundedFetchOptions {
  /** For the whole exchange, the body included. */
  timeoutMs: number
  maxBytes: number
  fetch?: typeof fetch
}

/**
 * A `fetch` that answers only once it holds the whole body: a body that stalls, is cut or is too large
 * throws here, and no connection is left half read. The body stays in the pieces it arrived in.
 */
export const createBoundedFetch =
  ({ timeoutMs, maxBytes, fetch: send = fetch }: BoundedFetchOptions): typeof fetch =>
  async (input, init) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    const response = await send(input, { ...init, signal })
    if (response.body === null) return response
    const pieces = await readAtMost(response.body, maxBytes)
    const { status, statusText, headers } = response
    return new Response(toStream(pieces), { status, statusText, headers })
  }

const readAtMost = async (body: ReadableStream<Uint8Array>, maxBytes: number) => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`)
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
