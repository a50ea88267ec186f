import { hash32 } from '../../../shared/catalogue/hash.ts'
import { joinJsonText as joinBytes } from '../json-text.ts'
import {
  createByteList,
  createUint32List,
  toSharedBytes,
  toSharedUint32,
  toStarts,
} from './shared-arrays.ts'

export interface PackedNames {
  texts: PackedTexts
  /**
   * A hash table of names with open addressing. A slot contains the number of a name plus 1. An empty slot contains
   * 0.
   */
  slots: Uint32Array
}

export const findName = ({ texts, slots }: PackedNames, name: string): number | undefined =>
  findNumber(slots, hash32(name), (number) => textAt(texts, number) === name)

export const nameAt = ({ texts }: PackedNames, number: number): string => textAt(texts, number)

export const countNames = ({ texts }: PackedNames): number => texts.starts.length - 1

export const createNamesPacker = (first: readonly string[] = []) => {
  const names: string[] = []
  const table = createTable()
  const numberOf = (name: string) => {
    const hash = hash32(name)
    const known = table.find(hash, (number) => names[number] === name)
    if (known !== undefined) return known
    names.push(name)
    return table.add(hash)
  }
  first.forEach(numberOf)
  return {
    numberOf,
    pack: (): PackedNames => {
      const { bytes, starts } = packTexts(names)
      const texts = { bytes: toSharedBytes(bytes), starts: toSharedUint32(starts) }
      return { texts, slots: table.pack() }
    },
  }
}

export const createIdsPacker = () => {
  const texts = createTextsPacker()
  const table = createTable()
  return {
    addNew: (ids: PackedTexts, at: number, hash: number): number | undefined => {
      if (table.find(hash, (number) => texts.has(number, ids, at)) !== undefined) return undefined
      texts.add(ids, at)
      return table.add(hash)
    },
    pack: (): PackedNames => ({ texts: texts.pack(), slots: table.pack() }),
  }
}

// Filling a JavaScript Map with a million names takes three times as long as filling this hash table.
const createTable = () => {
  let hashes = new Uint32Array(64)
  let slots = new Uint32Array(128)
  let count = 0
  const grow = () => {
    const smaller = hashes
    hashes = new Uint32Array(smaller.length * 2)
    hashes.set(smaller)
    slots = new Uint32Array(slots.length * 2)
    for (const [number, hash] of smaller.entries()) put(slots, hash, number)
  }
  return {
    find: (hash: number, isName: (number: number) => boolean): number | undefined =>
      findNumber(slots, hash, (number) => hashes[number] === hash && isName(number)),
    add: (hash: number): number => {
      hashes[count] = hash
      put(slots, hash, count++)
      // The hash table grows as soon as half of its slots are in use, so that finding a name takes one or two steps.
      if (count === hashes.length) grow()
      return count - 1
    },
    pack: () => toSharedUint32(slots),
  }
}

const findNumber = (slots: Uint32Array, hash: number, isWanted: (number: number) => boolean) => {
  const mask = slots.length - 1
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const number = (slots[slot] ?? 0) - 1
    if (number < 0) return undefined
    if (isWanted(number)) return number
  }
}

const put = (slots: Uint32Array, hash: number, number: number) => {
  const mask = slots.length - 1
  let slot = hash & mask
  while (slots[slot] !== 0) slot = (slot + 1) & mask
  slots[slot] = number + 1
}

/** The text with number `n` is the UTF-8 in `bytes` from `starts[n]` up to, but not including, `starts[n + 1]`. */
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

// A short ASCII name is converted without `TextDecoder`, which would take four times as long.
const isShortAscii = (text: Uint8Array): boolean => {
  if (text.length > 128) return false
  for (const byte of text) if (byte > 0x7f) return false
  return true
}

const encoder = new TextEncoder()

export const packTexts = (texts: readonly string[]): PackedTexts => {
  const joined = texts.join('')
  const bytes = encoder.encode(joined)
  // If all names are ASCII, which is the usual case, they are encoded together in a fifth of the time.
  if (bytes.length === joined.length) return { bytes, starts: startsOf(texts) }
  const parts = texts.map((text) => encoder.encode(text))
  return { bytes: joinBytes(parts), starts: startsOf(parts) }
}

const startsOf = (parts: readonly { length: number }[]) =>
  toStarts(parts.map(({ length }) => length))

export const createTextsPacker = () => {
  const bytes = createByteList()
  const starts = createUint32List()
  starts.push(0)
  return {
    add: (from: PackedTexts, at: number) => {
      bytes.append(from.bytes.subarray(from.starts[at], from.starts[at + 1]))
      starts.push(bytes.length())
    },
    has: (own: number, other: PackedTexts, at: number) => {
      const start = starts.at(own)
      const from = other.starts[at] ?? 0
      const to = other.starts[at + 1] ?? 0
      if (starts.at(own + 1) - start !== to - from) return false
      for (let byte = from; byte < to; byte++)
        if (bytes.at(start + byte - from) !== other.bytes[byte]) return false
      return true
    },
    pack: (): PackedTexts => ({ bytes: bytes.pack(), starts: starts.pack() }),
  }
}
