import { basename } from 'node:path'
import { categoryNames } from '../../../shared/categories.ts'
import { colorNames } from '../../../shared/colors.ts'
import type { PictureMeasure } from '../sharp/measure.ts'

/** A measured picture of the folder. */
export interface FolderPicture {
  id: string
  /** Relative to the folder, with `/`. */
  path: string
  mtimeMs: number
  measure: PictureMeasure
}

/**
 * The row that `index.json` would have for a picture. Its first sub-folder is its category; a picture
 * beside the sub-folders has the category that the folder itself is named after, or `uncategorised`.
 * Deeper sub-folders become tags.
 */
export const toRow = ({ id, path, mtimeMs, measure }: FolderPicture, folder: string) => {
  const segments = path.split('/').map((segment) => segment.normalize('NFC'))
  return {
    file_name: id,
    file_cache_name: `${id}.webp`,
    file_main_name: path,
    width: measure.width,
    height: measure.height,
    orientation: orientationNames[measure.orientation],
    timestamp: new Date(mtimeMs).toISOString(),
    category: `#${segments.length > 1 ? toWord(segments[0]!) : ownCategory(folder)}`,
    data: {
      suggested_filename: segments.at(-1)!.replace(/\.[^.]*$/, ''),
      primary_colors: measure.primaryColors,
      secondary_colors: measure.secondaryColors,
      palette: measure.palette,
      color: measure.color,
      luminance: measure.luminance,
      placeholder: measure.placeholder,
      focal_point: measure.focalPoint,
      tags: segments.slice(1, -1).map(toWord),
    },
  }
}

const orientationNames = { landscape: 'Desktop', portrait: 'Mobile', square: 'Square' } as const
const noCategory = 'uncategorised'

const ownCategory = (folder: string): string =>
  categoryNames.find((name) => name === toWord(basename(folder))) ?? noCategory

const toWord = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s#,]+/g, '-')
    .replace(/^-+|-+$/g, '') || noCategory

/** `tags.json` of the same pictures: one entry with the names of all their colors. */
export const toTags = (pictures: readonly FolderPicture[]) => {
  const used = new Set(
    pictures.flatMap(({ measure }) => [...measure.primaryColors, ...measure.secondaryColors]),
  )
  return [{ colors: colorNames.filter((name) => used.has(name)) }]
}
