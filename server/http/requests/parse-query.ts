import type { Context } from 'hono'
import type { z } from 'zod'
import { DomainError } from '../../domain-error.ts'

/**
 * Reads the query parameters that `schema` names. Values are trimmed, and an empty value counts as absent.
 * @throws DomainError `INVALID_REQUEST` with the first invalid parameter
 */
export const parseQuery = <T extends z.ZodObject>(c: Context, schema: T): z.infer<T> =>
  parseWith(schema, readParameters(c, Object.keys(schema.shape)))

export const parseWith = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  invalid?: string,
): z.infer<T> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const message = invalid ?? result.error.issues[0]?.message ?? 'Invalid request'
  throw new DomainError('INVALID_REQUEST', message)
}

const readParameters = (c: Context, names: readonly string[]) => {
  const values: Record<string, string> = {}
  if (!c.req.url.includes('?')) return values
  // `c.req.queries()` parses the URL once for all parameters, but `c.req.query(name)` once for each.
  const all = c.req.queries()
  for (const name of names) {
    const given = all[name]
    if (given === undefined) continue
    if (given.length > 1) throw repeated(name, given.length)
    const value = given[0]?.trim()
    if (value) values[name] = value
  }
  return values
}

const repeated = (name: string, times: number) =>
  new DomainError('INVALID_REQUEST', `Invalid ${name}: given ${times} times, expected once`)
