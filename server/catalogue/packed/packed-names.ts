import { hash32 } from '../../../shared/catalogue/hash.ts'
import { createUint32List, toUint32 } from '../../../shared/catalogue/number-lists.ts'
import { createByteList, sharedMemory } from './shared-arrays.ts'

export interface PackedNames {
  texts: PackedTexts
  /** A hash table of names with open addressing. A slot holds the number of a name plus 1, or 0 if it is empty. */
  slots: Uint32Array
}

export const findName = ({ texts, slots }: PackedNames, name: string): number | undefined =>
  findNumber(slots, hash32(name), (number) => textAt(texts, number) === name)

export const nameAt = ({ texts }: PackedNames, number: number): string => textAt(texts, number)

export const listNames = ({ texts }: PackedNames): string[] =>
  Array.from({ length: texts.starts.length - 1 }, (_, number) => textAt(texts, number))

// Filling a JavaScript Map with a million names takes three times as long as filling this hash table.
export const createNamesPacker = () => {
  const texts = createTextsPacker()
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
    /** Returns the number of a new name, or `undefined` if the name was added before. */
    addNew: (name: string): number | undefined => {
      const hash = hash32(name)
      const isKnown = (number: number) => hashes[number] === hash && texts.at(number) === name
      if (findNumber(slots, hash, isKnown) !== undefined) return undefined
      texts.add(name)
      hashes[count] = hash
      put(slots, hash, count++)
      // The hash table grows as soon as half of its slots are in use, so that finding a name takes one or two steps.
      if (count === hashes.length) grow()
      return count - 1
    },
    pack: (): PackedNames => ({ texts: texts.pack(), slots: toUint32(slots, sharedMemory) }),
  }
}

export const packNames = (names: readonly string[]): PackedNames => {
  const packer = createNamesPacker()
  names.forEach(packer.addNew)
  return packer.pack()
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

export const textAt = ({ bytes, starts }: PackedTexts, at: number): string =>
  decode(bytes.subarray(starts[at], starts[at + 1]))

const decode = (text: Uint8Array): string =>
  isShortAscii(text) ? Reflect.apply(String.fromCharCode, undefined, text) : decoder.decode(text)

// A short ASCII name is converted without `TextDecoder`, which would take four times as long.
const isShortAscii = (text: Uint8Array): boolean => {
  if (text.length > 128) return false
  for (const byte of text) if (byte > 0x7f) return false
  return true
}

export const createTextsPacker = () => {
  const bytes = createByteList()
  const starts = createUint32List()
  starts.push(0)
  return {
    add: (text: string) => {
      bytes.add(text)
      starts.push(bytes.length())
    },
    at: (number: number) => decode(bytes.part(starts.at(number), starts.at(number + 1))),
    pack: (): PackedTexts => ({ bytes: bytes.pack(), starts: starts.pack(sharedMemory) }),
  }
}
