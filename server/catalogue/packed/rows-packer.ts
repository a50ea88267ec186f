import { readLicenseOf } from '../../../shared/catalogue/credits.ts'
import { hash32 } from '../../../shared/catalogue/hash.ts'
import { findRows, parseRows } from '../../../shared/catalogue/json-rows.ts'
import { createUint32List, toUint32 } from '../../../shared/catalogue/number-lists.ts'
import {
  type FiledWallpaper,
  parseFiled,
  readCacheFile,
  readMainFile,
  readTags,
} from '../../../shared/catalogue/parse-row.ts'
import {
  type Column,
  createColumnPacker,
  createRowsPacker,
  listByAge,
  mapNamed,
  type Rows,
  toAge,
  toPicture,
} from '../../../shared/catalogue/rows.ts'
import { toNameWords } from '../../../shared/catalogue/search-words.ts'
import { spellingsOf } from '../../../shared/catalogue/spellings.ts'
import { toTags } from '../../../shared/filters.ts'
import { encodePath } from '../../../shared/ids.ts'
import { type License, readLicense } from '../../../shared/license.ts'
import { listLabels } from '../../../shared/title.ts'
import { isRecord } from '../../../shared/unknown.ts'
import type { RowsFindings } from '../build-catalogue.ts'
import type { FileFolder } from '../catalogue.ts'
import { readHash } from '../perceptual-hash.ts'
import type { CatalogueDocument } from '../source.ts'
import {
  createMissingFiles,
  hashFileName,
  type PackedFileNames,
  type PackedSpellings,
  toSpelling,
} from './hashed-names.ts'
import { groupNearDuplicates } from './near-duplicates.ts'
import {
  createNamesPacker,
  createTextsPacker,
  type PackedNames,
  type PackedTexts,
  packNames,
} from './packed-names.ts'
import { createRecordsPacker, type PackedRecords } from './packed-records.ts'
import { sharedMemory, toSharedFloat64 } from './shared-arrays.ts'

export interface PackedRows {
  records: PackedRecords
  ids: PackedNames
  mainPaths: PackedTexts
  spellings: PackedSpellings
  rows: Rows<PackedNames>
  /** The words of the file names. */
  words: Column<PackedNames>
  /** All row numbers, the newest wallpaper first. Wallpapers without a date are last. */
  newest: Uint32Array
  /** The group of near-duplicates of each row (`groupNearDuplicates`). */
  groups: Uint32Array
  fileNames: PackedFileNames
  /** The names of the folders that categories come from, by category. */
  labels: ReadonlyMap<string, string>
}

interface PackRowsOptions {
  text: Uint8Array
  document: Pick<CatalogueDocument, 'filesUrl' | 'mainFiles'>
}

/** @throws IndexTextError when the index is not a JSON array */
export const packRows = ({ text, document }: PackRowsOptions): PackedRows & RowsFindings => {
  const records = createRecordsPacker(text)
  const ids = createNamesPacker()
  const mainPaths = createTextsPacker()
  const spellings: number[] = []
  const rows = createRowsPacker(sharedMemory)
  const words = createColumnPacker<string>(sharedMemory)
  const ages = createUint32List()
  const hashes = createUint32List()
  const fileNames: number[] = []
  const missing = createMissingFiles(document.mainFiles)
  const labels = new Map<string, string>()
  const toLicense = createLicenseReader()
  let skipped = 0

  const addFiled = (raw: unknown, filed: FiledWallpaper): boolean => {
    const row = ids.addNew(filed.id)
    if (row === undefined || !isRecord(raw)) return false
    mainPaths.add(encodePath(filed.mainFile))
    for (const spelling of spellingsOf(filed.id, filed.mainFile))
      spellings.push(toSpelling(hash32(spelling), row))
    const isFree = readLicenseOf(raw, toLicense)?.isFree
    rows.add(toPicture(filed, { tags: toTags(readTags(raw)), isFree }))
    words.add(row, toNameWords(filed.id))
    ages.push(toAge(filed.createdAt))
    for (const word of filed.phash === undefined ? noHash : readHash(filed.phash)) hashes.push(word)
    return true
  }
  const addFileName = (folder: FileFolder, file: string): number => {
    const hash = hashFileName(folder, file)
    if (document.filesUrl === undefined) fileNames.push(hash)
    return hash
  }
  const add = (raw: unknown, from: number, to: number) => {
    const [mainFile, cacheFile] = [readMainFile(raw), readCacheFile(raw)]
    if (cacheFile !== undefined) addFileName('cache', cacheFile)
    if (mainFile !== undefined && missing.leavesOut(mainFile, addFileName('main', mainFile)))
      return undefined
    const filed = mainFile === undefined ? undefined : parseFiled(raw, mainFile)
    if (filed === undefined || !addFiled(raw, filed)) skipped++
    else records.add(from, to)
    return filed
  }

  for (const batch of findRows(text)) {
    let from = batch.start
    const filed = parseRows(batch).map((raw, at) => {
      const [start, end] = [from, batch.ends[at] ?? 0]
      from = end + 1
      return add(raw, start, end)
    })
    for (const [category, label] of listLabels(filed))
      if (!labels.has(category)) labels.set(category, label)
  }
  const packed = rows.pack()
  const { values, ...places } = words.pack()
  return {
    records: records.pack(),
    ids: ids.pack(),
    mainPaths: mainPaths.pack(),
    spellings: toSharedFloat64(spellings).sort(),
    rows: {
      ...packed,
      named: mapNamed((property) => {
        const column = packed.named[property]
        return { ...column, values: packNames(column.values) }
      }),
    },
    words: { ...places, values: packNames(values) },
    newest: toUint32(listByAge(ages.pack()), sharedMemory),
    groups: groupNearDuplicates(hashes.pack()),
    fileNames: toSharedFloat64(fileNames).sort(),
    labels,
    skipped,
    missingFiles: missing.findings(),
  }
}

const noHash = [0, 0] as const

// Reading a license takes longer than all other fields of a row, and a catalogue has few different ones.
const createLicenseReader = () => {
  const known = new Map<string, License>()
  return (text: string, url?: string): License => {
    const key = `${text} ${url}`
    const license = known.get(key) ?? readLicense(text, url)
    known.set(key, license)
    return license
  }
}
