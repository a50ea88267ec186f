import * as z from 'zod/mini'
import { toOrientation } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { withoutPictureExtension } from '../../../shared/file-names.ts'
import { colorNames } from '../../../shared/filter-values.ts'
import { toWord } from '../../../shared/text.ts'
import { toTitle } from '../../../shared/title.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { FilterChoices } from '../settings/setting-values.ts'

const text = z.catch(z.string(), '')
const number = z.catch(z.number(), 0)
const names = z.catch(z.readonly(z.array(z.string())), [])

const ownPictureSchema = z.object({
  /** `own-` and 32 hexadecimal digits of the SHA-256 digest of the file's bytes. */
  id: z.string().check(z.startsWith('own-')),
  name: text,
  /** The folder in which the person chose the picture, or an empty text. */
  folder: text,
  /** The size of the original picture in pixels, after its EXIF orientation is applied. */
  width: number,
  height: number,
  /** How many bytes the stored copies take. */
  bytes: number,
  /** Milliseconds since 1970. */
  addedAt: number,
  changedAt: number,
  primaryColors: names,
  secondaryColors: names,
  palette: names,
  color: z.catch(z.string(), '#000000'),
  luminance: number,
  focalPoint: z.catch(z.object({ x: z.number(), y: z.number() }), { x: 0.5, y: 0.5 }),
})

export type OwnPicture = z.infer<typeof ownPictureSchema>

export const parseOwnPicture = (value: unknown): OwnPicture | undefined =>
  ownPictureSchema.safeParse(value).data

export const toOwnId = async (bytes: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const digits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return `own-${digits.join('')}`
}

export const toOwnTitle = ({ name, folder }: Pick<OwnPicture, 'name' | 'folder'>): string =>
  toTitle(`${folder}/${name}`) || withoutPictureExtension(name)

export const toWallpaper = ({ name, folder, changedAt, ...picture }: OwnPicture): Wallpaper => {
  const { bytes, addedAt, ...facts } = picture
  return {
    ...facts,
    title: toOwnTitle({ name, folder }),
    description: '',
    category: toWord(folder),
    orientation: toOrientation(facts.width, facts.height),
    mainFile: name,
    cacheFile: '',
    tags: [],
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
