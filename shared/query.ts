import { z } from 'zod'
import { mostValues } from './filter-values.ts'
import {
  type Filter,
  type FilterName,
  type FilterValue,
  filterDocs,
  filters,
  readWord,
  type WrittenFilters,
} from './filters.ts'
import { quoted } from './text.ts'

/** The parameters that are lists: `a,b`, or the parameter once for each value. */
export const listParameters: ReadonlySet<string> = new Set([
  ...Object.entries(filters).flatMap(([name, { isList }]) => (isList ? [name] : [])),
  ...['exclude', 'ids'],
])

interface WholeNumber {
  name: string
  min: number
  max?: number
  /** For a number out of range, `clamp` takes the nearest bound, and `fail` rejects the request. */
  outside: 'clamp' | 'fail'
  message?: string
}

export const wholeNumber = ({
  name,
  min,
  max = Number.MAX_SAFE_INTEGER,
  outside,
  message,
}: WholeNumber) =>
  z
    .string()
    .transform((text, context) => {
      const value = Number(text)
      const whole = /^[+-]?\d+$/.test(text)
      if (whole && value >= min && value <= max) return value
      if (whole && outside === 'clamp') return value < min ? min : max
      context.addIssue({ code: 'custom', message: message ?? notWhole(text, { name, min, max }) })
      return z.NEVER
    })
    .meta({
      type: 'integer',
      minimum: min,
      ...(max !== Number.MAX_SAFE_INTEGER && { maximum: max }),
    })

const notWhole = (text: string, { name, min, max }: Omit<WholeNumber, 'outside'>) =>
  `Invalid ${name} ${quoted(text)}: expected a whole number from ${min}${
    max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`
  }`

export const limitField = wholeNumber({ name: 'limit', min: 1, max: 100, outside: 'fail' })

export type Read<Value> = (text: string) => { value: Value } | { problem: string }

export const readWith = <Value>(name: string, read: Read<Value>, expected: string) =>
  z.string().transform((text, context) => {
    const found = read(text)
    if ('value' in found) return found.value
    const message = `Invalid ${name} ${found.problem}: expected ${expected}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const either = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

export const oneOf = <const T extends string>(name: string, accepted: readonly T[]) =>
  readWith(name, readWord(accepted), either(accepted)).meta({ enum: accepted })

const toField = (name: FilterName, { words, isList, read }: Filter<unknown>) => {
  const { description, id, expected = either(words ?? []), ...docs } = filterDocs[name]
  const several = isList ? `, up to ${mostValues} of them, separated by commas` : ''
  return readWith(name, read, expected + several)
    .optional()
    .meta({ description, ...(words && { enum: words }), ...docs, param: { id } })
}

const mapDocs = <T>(toValue: (name: FilterName) => T) =>
  Object.fromEntries((Object.keys(filterDocs) as FilterName[]).map((name) => [name, toValue(name)]))

type FilterFields = {
  [Name in FilterName]: z.ZodOptional<z.ZodType<FilterValue<Name> | undefined, string>>
}

export const wallpaperFilterFields = mapDocs((name) =>
  toField(name, filters[name]),
) as unknown as FilterFields

type WrittenFields = {
  [Name in FilterName]: z.ZodOptional<z.ZodType<NonNullable<WrittenFilters[Name]>>>
}

export const writtenFilterFields = mapDocs((name) => {
  const { words }: Filter<unknown> = filters[name]
  return (words ? z.enum(words) : z.string())
    .optional()
    .describe('The value of the filter, if it was given.')
}) as unknown as WrittenFields
