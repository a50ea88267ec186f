import { readLicenseOf } from '../../../shared/catalogue/credits.ts'
import { hash32 } from '../../../shared/catalogue/hash.ts'
import { parseRows, type RowsText } from '../../../shared/catalogue/json-rows.ts'
import {
  type FiledWallpaper,
  parseFiled,
  readCacheFile,
  readMainFile,
  readTags,
} from '../../../shared/catalogue/parse-row.ts'
import { createNames, createRowsPacker, type Rows } from '../../../shared/catalogue/rows.ts'
import { spellingsOf } from '../../../shared/catalogue/spellings.ts'
import { categoryNames } from '../../../shared/filter-values.ts'
import { toTags } from '../../../shared/filters.ts'
import { encodePath } from '../../../shared/ids.ts'
import { type License, readLicense } from '../../../shared/license.ts'
import { listLabels } from '../../../shared/title.ts'
import { isRecord } from '../../../shared/unknown.ts'
import type { RowsFindings } from '../build-catalogue.ts'
import type { CatalogueDocument } from '../source.ts'
import { type Columns, typeCount } from './buckets.ts'
import {
  createMissingFiles,
  hashFileName,
  type PackedFileNames,
  type PackedSpellings,
  toSpelling,
} from './hashed-names.ts'
import {
  createMeasuresPacker,
  type FiledMeasures,
  licenseKeys,
  type PackedMeasures,
  readHashes,
  toColorKey,
  unknown,
} from './measures.ts'
import {
  createIdsPacker,
  createNamesPacker,
  createTextsPacker,
  type PackedNames,
  type PackedTexts,
  packTexts,
} from './packed-names.ts'
import { createRecordsPacker, type PackedRecords } from './packed-records.ts'
import { createNamedRowsPacker, type NamedRows } from './row-groups.ts'
import { createByteList, createUint32List, partAt, toSharedFloat64 } from './shared-arrays.ts'

export interface PackedRows {
  records: PackedRecords
  ids: PackedNames
  mainPaths: PackedTexts
  spellings: PackedSpellings
  columns: Columns
  measures: PackedMeasures
  /** Takes 4 bytes for each tag of each row. */
  tags: NamedRows
  fileNames: PackedFileNames
  /** The names of the folders that categories come from, by category. */
  labels: ReadonlyMap<string, string>
}

interface RowsPackerOptions {
  text: Uint8Array
  document: Pick<CatalogueDocument, 'filesUrl' | 'mainFiles'>
}

export const createIndexPacker = ({ text, document }: RowsPackerOptions) => {
  const records = createRecordsPacker(text)
  const ids = createIdsPacker()
  const mainPaths = createTextsPacker()
  const spellings: number[] = []
  const columnsPacker = createColumnsPacker()
  const measures = createMeasuresPacker()
  const tags = createNamedRowsPacker()
  const fileNames: number[] = []
  const missing = createMissingFiles(document.mainFiles)
  const hasFiles = document.filesUrl === undefined
  const labels = new Map<string, string>()
  let skipped = 0
  return {
    add: (rows: RowsText, filed: FiledRows) => {
      for (const [category, label] of filed.labels)
        if (!labels.has(category)) labels.set(category, label)
      const columns = columnsPacker.open(filed)
      const toTag = translate(filed.tagNames, tags.numberOf)
      const add = (at: number) => {
        const idHash = filed.idHashes[at]
        const mainHash = filed.fileHashes[at * 2] ?? NaN
        const cacheHash = filed.fileHashes[at * 2 + 1] ?? NaN
        if (hasFiles) fileNames.push(mainHash, cacheHash)
        const isUsable = filed.isShown[at] === 1 && idHash !== undefined
        const row = isUsable ? ids.addNew(filed.ids, at, idHash) : undefined
        if (row === undefined) {
          skipped++
          return
        }
        records.add(startOf(rows, at), rows.ends[at] ?? 0)
        mainPaths.add(filed.mainPaths, at)
        for (const hash of partAt(filed.spellings, filed.spellingEnds, at))
          spellings.push(toSpelling(hash, row))
        measures.add(filed, at)
        columns.add(at)
        for (const tag of partAt(filed.tags, filed.tagEnds, at)) tags.add(toTag(tag), row)
      }
      for (let at = 0; at < rows.ends.length; at++) {
        if (!missing.isMissing(filed.fileHashes[at * 2] ?? NaN)) add(at)
        else
          missing.leaveOut(
            () => mainFileOf(rows, at),
            () => add(at),
          )
      }
    },
    pack: (): PackedRows & RowsFindings => {
      const missingFiles = missing.end()
      return {
        records: records.pack(),
        ids: ids.pack(),
        mainPaths: mainPaths.pack(),
        spellings: toSharedFloat64(spellings).sort(),
        columns: columnsPacker.pack(),
        measures: measures.pack(),
        tags: tags.pack(),
        fileNames: toSharedFloat64(fileNames.filter((hash) => !Number.isNaN(hash))).sort(),
        labels,
        skipped,
        missingFiles,
      }
    },
  }
}

const createColumnsPacker = () => {
  const types = createByteList()
  const categoryPacker = createNamesPacker(categoryNames)
  const categories = createUint32List()
  const colorPacker = createNamesPacker()
  const colors = createUint32List()
  const colorEnds = createUint32List()
  return {
    open: (filed: Rows) => {
      const toCategory = translate(filed.categoryNames, categoryPacker.numberOf)
      const toColor = translate(filed.colorNames, colorPacker.numberOf)
      return {
        add: (at: number) => {
          types.push(Math.min(filed.types[at] ?? 0, typeCount - 1))
          categories.push(toCategory(filed.categories[at] ?? 0))
          for (const color of partAt(filed.colors, filed.colorEnds, at)) colors.push(toColor(color))
          colorEnds.push(colors.length())
        },
      }
    },
    pack: (): Columns => ({
      types: types.pack(),
      categoryNames: categoryPacker.pack(),
      categories: categories.pack(),
      colorNames: colorPacker.pack(),
      colors: colors.pack(),
      colorEnds: colorEnds.pack(),
    }),
  }
}

const translate = (names: readonly string[], numberOf: (name: string) => number) => {
  const known: number[] = []
  return (name: number): number => (known[name] ??= numberOf(names[name] ?? ''))
}

const startOf = ({ start, ends }: RowsText, at: number) =>
  at === 0 ? start : (ends[at - 1] ?? 0) + 1

const mainFileOf = (rows: RowsText, at: number): string => {
  const ends = rows.ends.subarray(at, at + 1)
  const row = { text: rows.text, start: startOf(rows, at), ends, nested: new Set<number>() }
  return readMainFile(parseRows(row)[0]) ?? ''
}

/**
 * The columns of a batch of index rows. A batch consists of a few arrays, because receiving objects from another
 * thread takes as long as parsing them.
 */
interface FiledRows extends FiledMeasures {
  ids: PackedTexts
  idHashes: Uint32Array
  /**
   * Two hashes per row: the hash of the row's file in `main/`, then of its file in `cache/`. NaN means that the row
   * has no such file.
   */
  fileHashes: Float64Array
  /**
   * 1 for each row that has a file and an id. 0 marks a row that is left out, whose values in the other arrays mean
   * nothing.
   */
  isShown: Uint8Array
  mainPaths: PackedTexts
  /** For each row, where the hashes of its spellings end in `spellings`. */
  spellingEnds: Uint32Array
  spellings: Uint32Array
  /** For each row, where its distinct tags end in `tags`. A tag is a position in `tagNames`. */
  tagEnds: Uint32Array
  tags: Uint32Array
  tagNames: readonly string[]
  labels: ReadonlyMap<string, string>
}

/** @throws IndexTextError when the rows are not JSON */
export const readFiledRows = (rows: RowsText): FiledRows => {
  const count = rows.ends.length
  const fileHashes = new Float64Array(count * 2)
  const raws = parseRows(rows)
  const wallpapers = raws.map((raw, row) => {
    const mainFile = readMainFile(raw)
    const cacheFile = readCacheFile(raw)
    fileHashes[row * 2] = mainFile === undefined ? NaN : hashFileName('main', mainFile)
    fileHashes[row * 2 + 1] = cacheFile === undefined ? NaN : hashFileName('cache', cacheFile)
    return mainFile === undefined ? undefined : parseFiled(raw, mainFile)
  })
  const ids = wallpapers.map((each) => each?.id ?? '')
  const columns = createRowsPacker(toColorKey)
  for (const each of wallpapers) columns.add(each ?? nothing)
  return {
    fileHashes,
    isShown: new Uint8Array(wallpapers.map((each) => (each === undefined ? 0 : 1))),
    ids: packTexts(ids),
    idHashes: new Uint32Array(ids.map((id) => hash32(id))),
    mainPaths: packTexts(wallpapers.map((each) => encodePath(each?.mainFile ?? ''))),
    hashes: readHashes(wallpapers),
    licenses: readLicenses(raws),
    ...packTags(raws),
    ...hashSpellings(wallpapers),
    labels: listLabels(wallpapers),
    ...columns.pack(),
  }
}

const readLicenses = (raws: readonly unknown[]) => {
  // Reading a license takes longer than all other fields of a row, and a catalogue has few different ones.
  const known = new Map<string, License>()
  const readOnce = (text: string, url?: string) => {
    const key = `${text} ${url}`
    const license = known.get(key) ?? readLicense(text, url)
    known.set(key, license)
    return license
  }
  return Int8Array.from(raws, (raw) => {
    const license = isRecord(raw) ? readLicenseOf(raw, readOnce) : undefined
    if (license === undefined) return unknown
    return license.isFree ? licenseKeys.free : licenseKeys.other
  })
}

const packTags = (raws: readonly unknown[]) => {
  const names = createNames()
  const tags: number[] = []
  const ends: number[] = []
  for (const raw of raws) {
    if (isRecord(raw)) for (const tag of toTags(readTags(raw))) tags.push(names.numberOf(tag))
    ends.push(tags.length)
  }
  return { tags: Uint32Array.from(tags), tagEnds: Uint32Array.from(ends), tagNames: names.list() }
}

const hashSpellings = (wallpapers: readonly (FiledWallpaper | undefined)[]) => {
  const hashes: number[] = []
  const ends: number[] = []
  for (const each of wallpapers) {
    if (each !== undefined)
      for (const spelling of spellingsOf(each.id, each.mainFile)) hashes.push(hash32(spelling))
    ends.push(hashes.length)
  }
  return { spellings: Uint32Array.from(hashes), spellingEnds: Uint32Array.from(ends) }
}

const nothing = { category: '', primaryColors: [], secondaryColors: [], palette: [] }
