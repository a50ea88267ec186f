import type { Context } from 'hono'
import { DomainError } from '../../domain-error.ts'

/**
 * The whole body of a request, read up to the limit whether its length was announced or not.
 * @throws DomainError `BODY_TOO_LARGE`, or `INVALID_REQUEST` when the sender hung up half-way
 */
export const readBody = async (c: Context, maxBytes: number): Promise<Uint8Array> => {
  if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of piecesOf(c)) {
    length += chunk.byteLength
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Nobody reads the answer to half a body, and it is no failure of ours that the log must tell. */
const piecesOf = async function* (c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? []
  } catch (cause) {
    throw new DomainError('INVALID_REQUEST', 'The body ended half-way: send it again', { cause })
  }
}

const tooLarge = (maxBytes: number) =>
  new DomainError('BODY_TOO_LARGE', `The body is too large: expected at most ${maxBytes} bytes`)
