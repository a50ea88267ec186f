import { basename } from 'node:path'
import { categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { toWord } from '../../../shared/text.ts'
import type { PictureMeasure } from '../sharp/measure.ts'

export interface FolderPicture {
  id: string
  path: string
  mtimeMs: number
  /** The size of the file in bytes, if a row says it. */
  size?: number
  measure: PictureMeasure
}

/**
 * Makes the `index.json` row of a picture in a folder without an index. The first sub-folder is the category, and
 * deeper sub-folders are tags. For a picture in the top folder, the category is the top folder's name or
 * `uncategorised`.
 */
export const toRow = ({ id, path, mtimeMs, size, measure }: FolderPicture, folder: string) => {
  const folders = path.split('/').map((segment) => segment.normalize('NFC'))
  const name = folders.pop() ?? ''
  const [first, ...deeper] = folders
  return {
    file_name: id,
    file_cache_name: `${id}.webp`,
    file_main_name: path,
    file_size: size,
    width: measure.width,
    height: measure.height,
    orientation: orientationNames[measure.orientation],
    timestamp: new Date(mtimeMs).toISOString(),
    category: `#${first === undefined ? ownCategory(folder) : toCategory(first)}`,
    data: {
      suggested_filename: name.replace(/\.[^.]*$/, ''),
      primary_colors: measure.primaryColors,
      secondary_colors: measure.secondaryColors,
      palette: measure.palette,
      color: measure.color,
      luminance: measure.luminance,
      placeholder: measure.placeholder,
      focal_point: measure.focalPoint,
      phash: measure.phash,
      tags: deeper.map(toCategory),
    },
  }
}

const orientationNames = { landscape: 'Desktop', portrait: 'Mobile', square: 'Square' } as const
const noCategory = 'uncategorised'

const ownCategory = (folder: string): string =>
  categoryNames.find((name) => name === toWord(basename(folder))) ?? noCategory

// In an index, the word `unknown` means that there is no category.
const toCategory = (folder: string): string => {
  const word = toWord(folder)
  return word === '' || word === 'unknown' ? noCategory : word
}

export const toTags = (pictures: readonly FolderPicture[]) => {
  const used = new Set(
    pictures.flatMap(({ measure }) => [...measure.primaryColors, ...measure.secondaryColors]),
  )
  return [{ colors: colorNames.filter((name) => used.has(name)) }]
}
