import { joinJsonText as joinBytes } from '../json-text.ts'
import { createByteList, createUint32List } from './number-list.ts'

/** Many texts in two arrays: text `n` is the UTF-8 from `starts[n]` to `starts[n + 1]`. */
export interface PackedTexts {
  bytes: Uint8Array
  starts: Uint32Array
}

const decoder = new TextDecoder()

export const textAt = ({ bytes, starts }: PackedTexts, at: number): string => {
  const text = bytes.subarray(starts[at], starts[at + 1])
  return isShortAscii(text)
    ? Reflect.apply(String.fromCharCode, undefined, text)
    : decoder.decode(text)
}

/** Most names are, and a decoder takes four times as long for them. */
const isShortAscii = (text: Uint8Array): boolean => {
  if (text.length > 128) return false
  for (const byte of text) if (byte > 0x7f) return false
  return true
}

export const countTexts = ({ starts }: PackedTexts): number => starts.length - 1

const encoder = new TextEncoder()

export const packTexts = (texts: readonly string[]): PackedTexts => {
  const joined = texts.join('')
  const bytes = encoder.encode(joined)
  // Nearly all names are ASCII: encoding all of them at once takes a fifth of the time.
  if (bytes.length === joined.length) return { bytes, starts: startsOf(texts) }
  const parts = texts.map((text) => encoder.encode(text))
  return { bytes: joinBytes(parts), starts: startsOf(parts) }
}

const startsOf = (parts: readonly { length: number }[]) => {
  const starts = new Uint32Array(parts.length + 1)
  for (const [at, { length }] of parts.entries()) starts[at + 1] = starts[at]! + length
  return starts
}

/** Takes texts of other lists, one after the other. */
export interface TextsPacker {
  add(texts: PackedTexts, at: number): void
  /** Whether the text that it took as number `own` is this one. */
  has(own: number, texts: PackedTexts, at: number): boolean
  pack(): PackedTexts
}

export const createTextsPacker = (): TextsPacker => {
  const bytes = createByteList()
  const starts = createUint32List([0])
  return {
    add: (from, at) => {
      const end = from.starts[at + 1]!
      for (let byte = from.starts[at]!; byte < end; byte++) bytes.push(from.bytes[byte]!)
      starts.push(bytes.length())
    },
    has: (own, other, at) => {
      const start = starts.at(own)
      const { [at]: from = 0, [at + 1]: to = 0 } = other.starts
      if (starts.at(own + 1) - start !== to - from) return false
      for (let byte = from; byte < to; byte++)
        if (bytes.at(start + byte - from) !== other.bytes[byte]) return false
      return true
    },
    pack: () => ({ bytes: bytes.pack(), starts: starts.pack() }),
  }
}
