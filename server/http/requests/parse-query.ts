import type { Context } from 'hono'
import type { z } from 'zod'
import { listParameters } from '../../../shared/query.ts'
import { DomainError } from '../../domain-error.ts'

/**
 * Reads the query parameters that `schema` names. Values are trimmed, and an empty value counts as absent.
 * @throws DomainError `INVALID_REQUEST` with the first invalid parameter
 */
export const parseQuery = <T extends z.ZodObject>(c: Context, schema: T): z.infer<T> =>
  parseWith(schema, readParameters(c, Object.keys(schema.shape)))

// The longest query that is cached, and how many are. Together they take less than 10 MB.
const longestKnown = 256
const mostKnown = 1_000

/**
 * Returns a `parseQuery` for a busy route. It caches what it read, because most programs send the same query each time
 * and reading it takes as long as selecting a wallpaper.
 */
export const createQueryParser = <T extends z.ZodObject>(schema: T) => {
  const known = new Map<string, z.infer<T>>()
  return (c: Context): z.infer<T> => {
    const { url } = c.req
    const start = url.indexOf('?')
    const text = start < 0 ? '' : url.slice(start)
    const found = known.get(text)
    if (found !== undefined) return found
    const query = parseQuery(c, schema)
    if (known.size >= mostKnown) known.clear()
    if (text.length <= longestKnown) known.set(text, query)
    return query
  }
}

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
    if (given.length > 1 && !listParameters.has(name)) throw repeated(name, given.length)
    const value = given.join().trim()
    if (value) values[name] = value
  }
  return values
}

const repeated = (name: string, times: number) =>
  new DomainError('INVALID_REQUEST', `Invalid ${name}: given ${times} times, expected once`)
