import { quoted } from './text.ts'

export const deviceTypes = ['desktop', 'mobile'] as const
export const tones = ['dark', 'light'] as const

export const mostValues = 20

type ReadValue = (value: string) => string | undefined

/**
 * Reads a list of values, separated by commas.
 * @param read returns `undefined` for a value that is not accepted
 */
export const readList = (
  text: string,
  read: ReadValue,
): { values: readonly string[] | undefined } | { problem: string } => {
  const values = text
    .split(',')
    .map((value) => value.trim().normalize('NFC').toLowerCase())
    .filter((value) => value !== '')
  const invalid = values.find((value) => read(value) === undefined)
  if (invalid !== undefined) return { problem: quoted(invalid) }
  if (values.length > mostValues) return { problem: `${values.length} values` }
  const distinct = [...new Set(values.flatMap((value) => read(value) ?? []))]
  return { values: distinct.length === 0 ? undefined : distinct }
}

// A program that encodes an address twice sends `#` as `%23`.
const hexColor = /^(?:#|%23)?(?:([0-9a-f]{6})|([0-9a-f]{3}))$/

export const readColor = (text: string): string | undefined => {
  const [, six, three] = hexColor.exec(text) ?? []
  const digits = six ?? three?.replace(/./g, '$&$&')
  if (digits !== undefined) return `#${digits}`
  return /^(?:#|%23)/.test(text) ? undefined : text
}

const pair = (number: string) => new RegExp(`^(${number})\\s*[x×:/]\\s*(${number})$`)
const ratioPair = pair('[0-9]{1,5}(?:\\.[0-9]{1,3})?')
const sizePair = pair('[0-9]{1,5}')

const readPair = (text: string, pattern: RegExp) => {
  const [width = 0, height = 0] = pattern.exec(text)?.slice(1).map(Number) ?? []
  return width > 0 && height > 0 ? { width, height } : undefined
}

const shapes = ['landscape', 'portrait', 'square']

export const readRatio = (text: string): string | undefined => {
  if (shapes.includes(text)) return text
  const ratio = readPair(text, ratioPair)
  return ratio && `${ratio.width}x${ratio.height}`
}

export const readSize = (text: string) => readPair(text.toLowerCase(), sizePair)

/** Reads the filters of a URL that people may have typed by hand: an invalid value counts as absent. */
export const readFilters = (ask: (name: string) => string | undefined) => {
  const text = (name: string) => ask(name)?.trim() ?? ''
  const word = <T extends string>(name: string, accepted: readonly T[]) =>
    accepted.find((each) => each === text(name).toLowerCase())
  const list = (name: string, read: ReadValue) => {
    const found = readList(text(name), read)
    return 'values' in found ? found.values : undefined
  }
  return {
    type: word('type', deviceTypes),
    category: list('category', (value) => value),
    color: list('color', readColor),
    tone: word('tone', tones),
    ratio: list('ratio', readRatio),
    atleast: readSize(text('atleast')),
  }
}
