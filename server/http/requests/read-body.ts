import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { DomainError } from '../../domain-error.ts'
import { parseWith } from './parse-query.ts'

/**
 * Reads the whole request body, with or without a `Content-Length`.
 * @throws DomainError `BODY_TOO_LARGE`, or `INVALID_REQUEST` when the client closed the connection
 */
export const readBody = async (c: Context, maxBytes: number): Promise<ArrayBuffer> => {
  const tooLarge = () => {
    const message = `The request body is too large: expected at most ${maxBytes} bytes`
    throw new DomainError('BODY_TOO_LARGE', message)
  }
  const limit = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  try {
    await limit(c, async () => undefined)
    return await c.req.arrayBuffer()
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

interface ReadOptions {
  maxBytes: number
  invalid?: string
}

export const readJson = async <T extends z.ZodType>(
  c: Context,
  schema: T,
  { maxBytes, invalid }: ReadOptions,
): Promise<z.infer<T>> => parseWith(schema, toJson(await readBody(c, maxBytes)), invalid)

/**
 * Refuses a body that is not JSON. Without permission by CORS, a page of another site can send only text and form
 * types, so the page cannot send a request that changes an account.
 * @throws DomainError `NOT_JSON`
 */
export const requireJsonType = (c: Context) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new DomainError('NOT_JSON', 'Expected a body with Content-Type: application/json')
}

const toJson = (body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
