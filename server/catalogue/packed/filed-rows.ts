import { toDeviceType } from '../../pictures/device-type.ts'
import { hash32 } from '../hash.ts'
import { type FiledWallpaper, parseFiled, readCacheFile, readMainFile } from '../parse-row.ts'
import { encodePath } from '../wallpaper-urls.ts'
import { type FiledColumns, toTypeNumber } from './columns.ts'
import { hashFileName } from './file-names.ts'
import { numberWords } from './numbered-words.ts'
import type { HashedIds } from './packed-names.ts'
import { type PackedTexts, packTexts } from './packed-texts.ts'
import { parseRows, type RowsText } from './rows-text.ts'
import { toShelfNumber } from './shelves.ts'

/**
 * What packing asks of some rows besides their text. A few arrays, however many rows they are: a
 * thread takes as long to receive objects as to parse them.
 */
export interface FiledRows extends FiledColumns, HashedIds {
  /** `hashFileName` of what each row names in `main/` and in `cache/`, by turns; NaN where it names nothing. */
  fileHashes: Float64Array
  /** 1 for a row that can be shown; what follows says nothing of the others. */
  isShown: Uint8Array
  /** Encoded for URLs. */
  mainPaths: PackedTexts
  /** `toShelfNumber` of each. */
  shelves: Uint8Array
}

/** @throws JsonRowsError when they are no JSON */
export const readFiledRows = (rows: RowsText): FiledRows => {
  const count = rows.ends.length
  const fileHashes = new Float64Array(count * 2)
  const wallpapers = parseRows(rows).map((raw, row) => {
    const mainFile = readMainFile(raw)
    const cacheFile = readCacheFile(raw)
    fileHashes[row * 2] = mainFile === undefined ? NaN : hashFileName('main', mainFile)
    fileHashes[row * 2 + 1] = cacheFile === undefined ? NaN : hashFileName('cache', cacheFile)
    return mainFile === undefined ? undefined : parseFiled(raw, mainFile)
  })
  const ids = wallpapers.map((each) => each?.id ?? '')
  return {
    fileHashes,
    isShown: new Uint8Array(wallpapers.map((each) => (each === undefined ? 0 : 1))),
    ids: packTexts(ids),
    idHashes: new Uint32Array(ids.map((id) => hash32(id))),
    mainPaths: packTexts(wallpapers.map((each) => encodePath(each?.mainFile ?? ''))),
    types: new Uint8Array(wallpapers.map((each) => toTypeNumber(toDeviceType(each?.orientation)))),
    shelves: new Uint8Array(wallpapers.map((each) => toShelfNumber(each?.width, each?.height))),
    categories: numberWords(wallpapers.map((each) => each?.category ?? '')),
    ...numberColors(wallpapers),
  }
}

const numberColors = (wallpapers: readonly (FiledWallpaper | undefined)[]) => {
  const colors: string[] = []
  const colorStarts = [0]
  for (const each of wallpapers) {
    if (each !== undefined) pushDistinct(colors, each.primaryColors, each.secondaryColors)
    colorStarts.push(colors.length)
  }
  return { colors: numberWords(colors), colorStarts: new Uint32Array(colorStarts) }
}

/** Each of the two is distinct already. */
const pushDistinct = (to: string[], first: readonly string[], second: readonly string[]) => {
  for (const word of first) to.push(word)
  for (const word of second) if (!first.includes(word)) to.push(word)
}
