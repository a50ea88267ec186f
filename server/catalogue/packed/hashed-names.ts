import { hash32, hash53 } from '../../../shared/catalogue/hash.ts'
import { lowerBound } from '../../../shared/catalogue/number-lists.ts'
import type { MissingFiles } from '../build-catalogue.ts'
import type { FileFolder } from '../catalogue.ts'

/**
 * The sorted 53-bit hashes of all file names in an index. With a million names, fewer than one in a billion other file
 * names are mistaken for one of them.
 */
export type PackedFileNames = Float64Array

export const hasFileName = (names: PackedFileNames, folder: FileFolder, file: string): boolean => {
  const wanted = hashFileName(folder, file)
  return names[lowerBound(names, wanted)] === wanted
}

export const hashFileName = (folder: FileFolder, file: string): number =>
  hash53(isPlain(file) ? file : file.normalize('NFC'), salts[folder])

const salts: Readonly<Record<FileFolder, number>> = { main: 1, cache: 2 }

const isPlain = (file: string) => /^[ -~]*$/.test(file)

const maxExamples = 5

/**
 * Finds the index rows whose file is not in the folder `main/`.
 * @param inMain the names of the files in `main/`, or `undefined` if the source cannot list them
 */
export const createMissingFiles = (inMain: ReadonlySet<string> | undefined) => {
  const hashes = inMain && new Set(Array.from(inMain, (file) => hashFileName('main', file)))
  const areLeftOut = hashes !== undefined && hashes.size > 0
  const examples: string[] = []
  let count = 0
  return {
    /** Returns whether a row is left out. */
    leavesOut: (file: string, hash: number): boolean => {
      if (hashes === undefined || hashes.has(hash)) return false
      count++
      if (examples.length < maxExamples) examples.push(file)
      return areLeftOut
    },
    findings: (): MissingFiles => ({ count, examples, areLeftOut }),
  }
}

/**
 * The spellings of all rows that differ from the row's id, sorted. Each number consists of the upper 28 bits of a
 * spelling's hash and the row.
 */
export type PackedSpellings = Float64Array

const rowLimit = 2 ** 25
const toStart = (hash: number) => (hash >>> 4) * rowLimit

export const toSpelling = (hash: number, row: number): number => toStart(hash) + row

/** Returns the rows with this spelling, and now and then a row whose spelling has the same hash. */
export const findSpellings = (spellings: PackedSpellings, spelling: string): number[] => {
  const start = toStart(hash32(spelling))
  const [from, to] = [start, start + rowLimit].map((each) => lowerBound(spellings, each))
  return Array.from(spellings.subarray(from, to), (entry) => entry - start)
}
