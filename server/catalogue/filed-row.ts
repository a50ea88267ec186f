import { hashFileName } from './file-names.ts'
import { type FiledWallpaper, parseFiled, readCacheFile, readMainFile } from './parse-row.ts'

/** What packing asks of a row, besides its text. */
export interface FiledRow {
  /** The file that it names, whether it can be shown or not. */
  readonly mainFile: string | undefined
  /** `hashFileName` of all files that it names. */
  readonly fileHashes: readonly number[]
  /** `undefined` for a row that cannot be shown. */
  readonly wallpaper: Filed | undefined
}

/** What a wallpaper is found by. */
export type Filed = Pick<FiledWallpaper, 'id' | 'category' | 'orientation' | 'width' | 'height'> & {
  readonly mainFile: string
  /** All of them, the primary ones first; perhaps twice. */
  readonly colors: readonly string[]
}

export const readFiledRow = (raw: unknown): FiledRow => {
  const mainFile = readMainFile(raw)
  const cacheFile = readCacheFile(raw)
  const fileHashes = [
    ...(mainFile === undefined ? [] : [hashFileName('main', mainFile)]),
    ...(cacheFile === undefined ? [] : [hashFileName('cache', cacheFile)]),
  ]
  return {
    mainFile,
    fileHashes,
    wallpaper: mainFile === undefined ? undefined : toFiled(raw, mainFile),
  }
}

const toFiled = (raw: unknown, mainFile: string): Filed | undefined => {
  const filed = parseFiled(raw, mainFile)
  if (filed === undefined) return undefined
  const { id, category, orientation, width, height, primaryColors, secondaryColors } = filed
  const colors = [...primaryColors, ...secondaryColors]
  return { id, category, orientation, width, height, mainFile, colors }
}
