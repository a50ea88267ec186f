export type Fetch = typeof fetch

export interface GetOptions {
  /** For the whole exchange, body included. */
  deadlineMs: number
  fetch?: Fetch
}

/**
 * GET without credentials or the HTTP cache (what is kept is kept on purpose). The deadline also
 * ends reading the body. Rejects only when there is no complete answer.
 */
export const get = (url: string, { deadlineMs, fetch = globalThis.fetch }: GetOptions) =>
  fetch(url, {
    signal: AbortSignal.timeout(deadlineMs),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })

/**
 * A `fetch` that counts what comes: `count` is called with the bytes of each body, when it has ended or was
 * given up. Compressed bodies count as large as they are unpacked; headers do not count.
 */
export const createCountingFetch =
  (count: (bytes: number) => void, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(countBody(response.body, count), { status, statusText, headers })
  }

const countBody = (body: ReadableStream<Uint8Array>, count: (bytes: number) => void) => {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (value) {
          bytes += value.byteLength
          controller.enqueue(new Uint8Array(value))
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
