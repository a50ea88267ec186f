import type { Context } from 'hono'
import type { z } from 'zod'
import { quoted } from '../../../shared/text.ts'
import { DomainError } from '../../domain-error.ts'
import { parseWith } from './parse-query.ts'

/** How many bytes of a body that is too large are read and thrown away. After more, the connection is closed. */
const discardedBytes = 16 * 1024 * 1024

/**
 * Reads the whole request body, with or without a `Content-Length`.
 * @throws DomainError `BODY_TOO_LARGE`, or `INVALID_REQUEST` when the client closed the connection
 */
export const readBody = async (c: Context, maxBytes: number): Promise<ArrayBuffer> => {
  // The package @hono/node-server throws away a body that nobody has begun to read. Otherwise the rest of the body would
  // stop the next request on the connection, which a proxy may send for another client.
  const length = c.req.header('Content-Length')
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  try {
    if (length !== undefined) return await c.req.arrayBuffer()
    return await readAtMost(c.req.raw.body, maxBytes)
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    // The client has closed the connection and reads no response. Status 400 keeps the request out of the log.
    throw new DomainError(
      'INVALID_REQUEST',
      'The request body is incomplete: send the request again',
      { cause },
    )
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const readAtMost = async (body: ReadableStream<Bytes> | null, maxBytes: number) => {
  const chunks: Bytes[] = []
  let size = 0
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  if (size <= maxBytes) return new Blob(chunks).arrayBuffer()
  if (body) discard(body).catch(() => undefined)
  throw tooLarge(maxBytes)
}

const discard = async (body: ReadableStream<Bytes>) => {
  let size = 0
  for await (const { length } of body) {
    size += length
    if (size >= discardedBytes) return
  }
}

const tooLarge = (maxBytes: number) =>
  new DomainError(
    'BODY_TOO_LARGE',
    `The request body is too large: expected at most ${maxBytes} bytes`,
  )

interface ReadOptions {
  maxBytes: number
  invalid?: string
}

/** @throws DomainError `UNSUPPORTED_BODY` when the body is compressed, and what `readBody` and the schema throw */
export const readJson = async <T extends z.ZodType>(
  c: Context,
  schema: T,
  { maxBytes, invalid }: ReadOptions,
): Promise<z.infer<T>> => {
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    throw new DomainError(
      'UNSUPPORTED_BODY',
      `Invalid Content-Encoding ${quoted(encoding)}: send the body uncompressed`,
    )
  return parseWith(schema, toJson(await readBody(c, maxBytes)), invalid)
}

/**
 * Refuses a body that is not JSON. Without permission by CORS, a page of another site can send only text and form
 * types, so the page cannot send a request that changes an account.
 * @throws DomainError `UNSUPPORTED_BODY`
 */
export const requireJsonType = (c: Context) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new DomainError('UNSUPPORTED_BODY', 'Expected a body with Content-Type: application/json')
}

const toJson = (body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
