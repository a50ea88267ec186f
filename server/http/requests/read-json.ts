import type { Context } from 'hono'
import type { z } from 'zod'
import { DomainError } from '../../domain-error.ts'
import { readBody } from './read-body.ts'

interface ReadOptions {
  maxBytes: number
  /** The error text for everything that is wrong with the body; by default the first problem. */
  invalid?: string
}

/**
 * The JSON body of a request as its schema reads it.
 * @throws DomainError `BODY_TOO_LARGE` or `INVALID_REQUEST`
 */
export const readJson = async <T extends z.ZodType>(
  c: Context,
  schema: T,
  { maxBytes, invalid }: ReadOptions,
): Promise<z.infer<T>> => {
  const result = schema.safeParse(parse(await readBody(c, maxBytes)))
  if (result.success) return result.data
  const problem = invalid ?? result.error.issues[0]?.message ?? 'Invalid request'
  throw new DomainError('INVALID_REQUEST', problem)
}

/**
 * A form of another site can send text and forms, never this type without asking first (CORS).
 * @throws DomainError `NOT_JSON`
 */
export const requireJsonType = (c: Context) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new DomainError('NOT_JSON', 'Expected a body with Content-Type: application/json')
}

/** `undefined`, which no schema accepts, for what is no JSON in UTF-8. */
const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
