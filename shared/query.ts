import { z } from 'zod'

export const quoted = (value: unknown): string => {
  const text = String(value).replace(/\p{Cc}/gu, ' ')
  return `'${text.length > 80 ? `${cut(text, 80)}…` : text}'`
}

export const escapeUnicode = (text: string, unsafe: RegExp): string =>
  text.replace(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the beginning of a text: as many whole characters, as people see them, as fit into `length` code units. */
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  // What follows shows whether the last character ends there.
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, length + 2)))
    if (index + segment.length > length) return text.slice(0, index)
  return text.slice(0, length)
}

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
  `Invalid ${name} ${quoted(text)}: expected a whole number ${
    max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
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
  oneOf(name, ['desktop', 'mobile'])
    .optional()
    .describe('`desktop` is landscape, `mobile` is portrait.')
