import { basename } from 'node:path'
import { categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { toWord } from '../../../shared/text.ts'
import type { PictureMeasure } from '../sharp/measure.ts'
import type { PictureFacts } from './parse-facts.ts'

export interface FolderPicture {
  id: string
  /** The file's name in addresses. By default, it is its path. */
  name?: string
  path: string
  mtimeMs: number
  /** The size of the file in bytes, if a row says it. */
  size?: number
  measure: PictureMeasure
  facts: PictureFacts
}

/**
 * Makes the `index.json` row of a picture in a folder without an index. The first sub-folder is the category, and
 * deeper sub-folders are tags. For a picture in the top folder, the category is the top folder's name or
 * `uncategorised`. The picture's facts may name another category and more tags.
 */
export const toRow = (
  { id, path, name = path, mtimeMs, size, measure, facts }: FolderPicture,
  folder: string,
) => {
  const folders = path.split('/').map((segment) => segment.normalize('NFC'))
  const fileName = folders.pop() ?? ''
  const [first, ...deeper] = folders
  const { category = first, title, description, tags = [], ...credits } = facts
  return {
    file_name: id,
    file_cache_name: `${id}.webp`,
    file_main_name: name,
    file_size: size,
    width: measure.width,
    height: measure.height,
    orientation: orientationNames[measure.orientation],
    timestamp: toTimestamp(mtimeMs),
    category: `#${category === undefined ? ownCategory(folder) : toCategory(category)}`,
    data: {
      suggested_filename: title ?? fileName.replace(/\.[^.]*$/, ''),
      title,
      ...(description !== undefined && { scene_description: description }),
      primary_colors: measure.primaryColors,
      secondary_colors: measure.secondaryColors,
      palette: measure.palette,
      color: measure.color,
      luminance: measure.luminance,
      placeholder: measure.placeholder,
      focal_point: measure.focalPoint,
      phash: measure.phash,
      tags: [...new Set([...deeper.map(toCategory), ...tags])],
      ...credits,
    },
  }
}

/** Returns `undefined` for a time outside the years 0 to 9999, which a row cannot express. */
export const toTimestamp = (mtimeMs: number): string | undefined =>
  hasTimestamp(mtimeMs) ? new Date(mtimeMs).toISOString() : undefined

export const hasTimestamp = (mtimeMs: number) => mtimeMs >= firstMs && mtimeMs <= lastMs

const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

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
