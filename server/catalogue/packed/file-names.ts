import type { MissingFiles } from '../build-catalogue.ts'
import type { FileFolder } from '../catalogue.ts'
import { hash53 } from '../hash.ts'
import { toSharedFloat64 } from './shared-arrays.ts'

/**
 * Ascending hashes of the files that an index names. 53 bits tell a million names apart so well
 * that a file which the index does not name is taken for one of them once in a billion.
 */
export type PackedFileNames = Float64Array

/** A name in any form of Unicode. */
export const hasFileName = (names: PackedFileNames, folder: FileFolder, file: string): boolean => {
  const wanted = hashFileName(folder, file)
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (names[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return names[low] === wanted
}

export const createFileNamesPacker = () => {
  const hashes: number[] = []
  return {
    /** @param each `hashFileName` of a file, NaN for none */
    add: (each: number) => {
      if (!Number.isNaN(each)) hashes.push(each)
    },
    pack: (): PackedFileNames => toSharedFloat64(hashes).sort(),
  }
}

export const hashFileName = (folder: FileFolder, file: string): number =>
  hash53(isPlain(file) ? file : file.normalize('NFC'), salts[folder])

const salts: Readonly<Record<FileFolder, number>> = { main: 1, cache: 2 }

/** The same in every form. */
const isPlain = (file: string) => /^[ -~]*$/.test(file)

const maxExamples = 5

/**
 * Leaves out rows whose file is not there, unless no file of the index is: an index may come
 * without its pictures. A row that names no file at all is not judged here.
 * @param inMain `undefined`: nobody knows
 */
export const createMissingFiles = (inMain: ReadonlySet<string> | undefined) => {
  const hashes = inMain && new Set(Array.from(inMain, (file) => hashFileName('main', file)))
  /** Adds rows that are shown if no file turns up. */
  const waiting: (() => void)[] = []
  const examples: string[] = []
  let count = 0
  let hasAny = hashes === undefined
  return {
    /** @param mainHash `hashFileName` of the row's file; NaN: it names none */
    isMissing: (mainHash: number): boolean => {
      if (hashes === undefined || Number.isNaN(mainHash)) return false
      if (hashes.has(mainHash)) {
        hasAny = true
        waiting.length = 0
        return false
      }
      count++
      return hashes.size > 0
    },
    /** What to do with a row that is missing. */
    leaveOut: (readFile: () => string, add: () => void) => {
      if (examples.length < maxExamples) examples.push(readFile())
      if (!hasAny) waiting.push(add)
    },
    end: (): MissingFiles => {
      if (hasAny) return { count, examples, allOf: 0 }
      for (const add of waiting) add()
      return { count: 0, examples: [], allOf: count }
    },
  }
}
