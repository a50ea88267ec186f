import { hash32 } from './hash.ts'
import { countTexts, createTextsPacker, type PackedTexts, textAt } from './packed-texts.ts'
import { sharedUint32 } from './shared-arrays.ts'

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
  has(name: string): boolean
  /** The number of a name; a new name gets the next one. */
  numberOf(name: string): number
  /** The same of a name that is new; `undefined` when it has a number already. */
  addNew(name: string): number | undefined
  count(): number
  /** In the order of their numbers. */
  names(): Iterable<string>
  pack(): PackedNames
}

/** @param first names that get the first numbers */
export const createNamesPacker = (first: readonly string[] = []): NamesPacker => {
  const numbers = new Map<string, number>(first.map((name, number) => [name, number]))
  return {
    has: (name) => numbers.has(name),
    numberOf: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, numbers.size)
      return numbers.size - 1
    },
    addNew: (name) => {
      if (numbers.has(name)) return undefined
      numbers.set(name, numbers.size)
      return numbers.size - 1
    },
    count: () => numbers.size,
    names: () => numbers.keys(),
    pack: () => packNames(numbers),
  }
}

const packNames = (numbers: ReadonlyMap<string, number>): PackedNames => {
  const texts = createTextsPacker()
  // At most half full, so that a search ends after a step or two.
  const slots = sharedUint32(2 ** Math.ceil(Math.log2(numbers.size * 2 + 1)))
  const mask = slots.length - 1
  for (const [name, number] of numbers) {
    texts.add(name)
    let slot = hash32(name) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = number + 1
  }
  return { texts: texts.pack(), slots }
}
