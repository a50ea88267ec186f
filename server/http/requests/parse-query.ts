import type { Context } from 'hono'
import type { z } from 'zod'
import { DomainError } from '../../domain-error.ts'

/**
 * The query of a request as its schema reads it: values trimmed, an empty one counts as absent,
 * unknown parameters ignored.
 * @throws DomainError `INVALID_REQUEST` with the first problem
 */
export const parseQuery = <T extends z.ZodObject>(c: Context, schema: T): z.infer<T> =>
  parsed(schema, readParameters(c, Object.keys(schema.shape)))

/** @throws DomainError `INVALID_REQUEST` with the first problem */
export const parsed = <T extends z.ZodType>(schema: T, value: unknown): z.infer<T> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new DomainError('INVALID_REQUEST', result.error.issues[0]?.message ?? 'Invalid request')
}

const readParameters = (c: Context, names: string[]) => {
  const values: Record<string, string> = {}
  // Most requests ask for nothing in particular; the rest of the URL is read once for all names.
  if (!c.req.url.includes('?')) return values
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
