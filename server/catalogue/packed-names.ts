import { hash32 } from './hash.ts'
import { countTexts, createTextsPacker, type PackedTexts, textAt } from './packed-texts.ts'
import { toSharedUint32 } from './shared-arrays.ts'

/** Distinct names, numbered from 0, that are found without a map of them in memory. */
export interface PackedNames {
  readonly texts: PackedTexts
  /** A hash table, open addressing: a name's number and 1, or 0 where nothing stands. */
  readonly slots: Uint32Array
}

/** The number of a name; `undefined` when it is none of them. */
export const findName = ({ texts, slots }: PackedNames, name: string): number | undefined => {
  const mask = slots.length - 1
  for (let slot = hash32(name) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const number = slots[slot]! - 1
    if (textAt(texts, number) === name) return number
  }
  return undefined
}

export const nameAt = ({ texts }: PackedNames, number: number): string => textAt(texts, number)

export const countNames = ({ texts }: PackedNames): number => countTexts(texts)

export interface NamesPacker {
  /** The number of a name; a new name gets the next one. */
  numberOf(name: string): number
  /** The same of a name that is new; `undefined` when it has a number already. */
  addNew(name: string): number | undefined
  count(): number
  pack(): PackedNames
}

/** @param first names that get the first numbers */
export const createNamesPacker = (first: readonly string[] = []): NamesPacker => {
  const names: string[] = []
  // A Map of a million names takes three times as long to fill.
  let hashes = new Uint32Array(64)
  let slots = new Uint32Array(128)

  /** Where the name stands, or where it would. */
  const findSlot = (name: string, hash: number) => {
    const mask = slots.length - 1
    let slot = hash & mask
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1
      if (hashes[number] === hash && names[number] === name) break
    }
    return slot
  }
  const addAt = (slot: number, name: string, hash: number) => {
    const number = names.length
    names.push(name)
    hashes[number] = hash
    slots[slot] = number + 1
    // At most half full, so that a search ends after a step or two.
    if (names.length < hashes.length) return number
    hashes = copied(hashes, new Uint32Array(hashes.length * 2))
    slots = fillSlots(new Uint32Array(slots.length * 2), hashes, names.length)
    return number
  }
  const addNew = (name: string) => {
    const hash = hash32(name)
    const slot = findSlot(name, hash)
    return slots[slot] === 0 ? addAt(slot, name, hash) : undefined
  }
  const numberOf = (name: string) => {
    const hash = hash32(name)
    const slot = findSlot(name, hash)
    return slots[slot] === 0 ? addAt(slot, name, hash) : slots[slot]! - 1
  }
  for (const name of first) addNew(name)
  return {
    numberOf,
    addNew,
    count: () => names.length,
    pack: () => ({ texts: packTexts(names), slots: toSharedUint32(slots) }),
  }
}

const copied = (from: Uint32Array, to: Uint32Array<ArrayBuffer>) => {
  to.set(from)
  return to
}

const fillSlots = (slots: Uint32Array<ArrayBuffer>, hashes: Uint32Array, count: number) => {
  const mask = slots.length - 1
  for (let number = 0; number < count; number++) {
    let slot = hashes[number]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = number + 1
  }
  return slots
}

const packTexts = (names: readonly string[]) => {
  const texts = createTextsPacker()
  for (const name of names) texts.add(name)
  return texts.pack()
}
