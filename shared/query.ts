import { z } from 'zod'
import { deviceTypes } from './read-filters.ts'
import { quoted } from './text.ts'

/** The parameters that are lists: `a,b`, or the parameter once for each value. */
export const listParameters: ReadonlySet<string> = new Set([
  'category',
  'color',
  'ratio',
  'exclude',
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
      context.addIssue({ code: 'custom', message: message ?? notWhole(name, text, min, max) })
      return z.NEVER
    })
    .meta({
      type: 'integer',
      minimum: min,
      ...(max !== Number.MAX_SAFE_INTEGER && { maximum: max }),
    })

const notWhole = (name: string, text: string, min: number, max: number) =>
  `Invalid ${name} ${quoted(text)}: expected a whole number from ${min}${
    max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`
  }`

export const oneOf = <const T extends readonly string[]>(name: string, accepted: T) =>
  z
    .string()
    .transform((text, context): T[number] => {
      const found = accepted.find((word) => word === text.toLowerCase())
      if (found !== undefined) return found
      context.addIssue({
        code: 'custom',
        message: `Invalid ${name} ${quoted(text)}: expected ${either(accepted)}`,
      })
      return z.NEVER
    })
    .meta({ enum: accepted })

const either = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

export const deviceType = (name: string) =>
  oneOf(name, deviceTypes).optional().describe('`desktop` is landscape, `mobile` is portrait.')
