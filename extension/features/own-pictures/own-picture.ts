import { toTitle } from '../../../shared/catalogue/parse-row.ts'
import { toOrientation } from '../../../shared/catalogue/shape-and-format.ts'
import type { FocalPoint, Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { colorNames } from '../../../shared/filter-values.ts'
import { toWord } from '../../../shared/text.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { toNumber, toRecord, toText, toTextList } from '../../platform/unknown.ts'
import type { FilterChoices } from '../settings/filter-choices.ts'

/** The details that are stored with the copies of an own picture. */
export interface OwnPicture {
  /** `own-` and 32 hexadecimal digits of the SHA-256 digest of the file's bytes. */
  id: string
  /** The name of the file. */
  name: string
  /** The folder in which the person chose the picture, or an empty text. */
  folder: string
  /** The size of the original picture in pixels, after its EXIF orientation is applied. */
  width: number
  height: number
  /** How many bytes the stored copies take. */
  bytes: number
  /** Milliseconds since 1970. */
  addedAt: number
  changedAt: number
  primaryColors: readonly string[]
  secondaryColors: readonly string[]
  palette: readonly string[]
  color: string
  luminance: number
  focalPoint: FocalPoint
}

export const parseOwnPicture = (value: unknown): OwnPicture | undefined => {
  const stored = toRecord(value)
  const { x, y } = toRecord(stored.focalPoint)
  const id = toText(stored.id)
  if (!id.startsWith('own-')) return
  return {
    id,
    name: toText(stored.name),
    folder: toText(stored.folder),
    width: toNumber(stored.width),
    height: toNumber(stored.height),
    bytes: toNumber(stored.bytes),
    addedAt: toNumber(stored.addedAt),
    changedAt: toNumber(stored.changedAt),
    primaryColors: toTextList(stored.primaryColors),
    secondaryColors: toTextList(stored.secondaryColors),
    palette: toTextList(stored.palette),
    color: toText(stored.color, '#000000'),
    luminance: toNumber(stored.luminance),
    focalPoint: { x: toNumber(x, 0.5), y: toNumber(y, 0.5) },
  }
}

export const toOwnId = async (bytes: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const digits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return `own-${digits.join('')}`
}

export const toWallpaper = (picture: OwnPicture): Wallpaper => {
  const { id, name, folder, width, height, changedAt } = picture
  return {
    id,
    title: toTitle(name),
    description: '',
    category: toWord(folder),
    orientation: toOrientation(width, height),
    width,
    height,
    mainFile: name,
    cacheFile: '',
    primaryColors: picture.primaryColors,
    secondaryColors: picture.secondaryColors,
    palette: picture.palette,
    color: picture.color,
    luminance: picture.luminance,
    phash: undefined,
    placeholder: undefined,
    focalPoint: picture.focalPoint,
    tags: [],
    credit: undefined,
    license: undefined,
    createdAt: new Date(changedAt).toISOString(),
  }
}

export const toOwnChoices = (pictures: readonly OwnPicture[]): FilterChoices => {
  const byCategory = Map.groupBy(pictures, ({ folder }) => toWord(folder))
  const categories = [...byCategory].map(([name, { length }]) => ({ name, count: length }))
  const has = new Set(pictures.flatMap((one) => [...one.primaryColors, ...one.secondaryColors]))
  return {
    categories: categories.filter(({ name }) => name !== ''),
    colors: colorNames.filter((name) => has.has(name)),
  }
}

/**
 * Stands for the address of an own picture. It cannot be loaded, because the picture is in the store and nowhere else.
 */
export const toOwnAddress = (id: string): string => `own:${id}`

export const toOwnDetail = (wallpaper: Wallpaper): WallpaperDetail => {
  const toAddress = ({ id }: Wallpaper) => toOwnAddress(id)
  return toDetail(wallpaper, { full: toAddress, preview: toAddress, image: toAddress })
}
