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

export type FileFolder = 'main' | 'cache'

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
