/**
 * Writes the index of the default catalogue. Titles come from the scenes, and sizes and colors are
 * measured in the pictures.
 */
import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measurePicture, type PictureMeasure } from '../../server/adapters/sharp/measure.ts'
import type { Scene } from './scene.ts'

const firstDay = Date.UTC(2026, 0, 1)
const dayLength = 86_400_000

export interface TagRow {
  file_name: string
  category: string
  tags: readonly string[]
  colors: readonly string[]
}

/**
 * Creates an index row in the format that clients read. Every `day` gives a different timestamp.
 */
export const toIndexRow = (
  scene: Scene,
  measure: PictureMeasure & { fileSize: number },
  day: number,
) => {
  return {
    file_name: scene.name,
    file_cache_name: `${scene.name}.webp`,
    file_main_name: `${scene.name}.jpg`,
    file_size: measure.fileSize,
    width: measure.width,
    height: measure.height,
    resolution: Math.max(measure.width, measure.height) >= 7680 ? '8K' : '4K',
    orientation: measure.width > measure.height ? 'Desktop' : 'Mobile',
    timestamp: new Date(firstDay + day * dayLength).toISOString().replace('Z', '+00:00'),
    category: `#${scene.category}`,
    data: {
      suggested_filename: scene.title,
      category: `#${scene.category}`,
      art_style: scene.artStyle,
      primary_colors: measure.primaryColors,
      secondary_colors: measure.secondaryColors,
      color_palette: describePalette(measure),
      mood: scene.mood,
      scene_description: scene.description,
      objects: scene.objects,
      tags: scene.tags,
      palette: measure.palette,
      color: measure.color,
      luminance: measure.luminance,
      placeholder: measure.placeholder,
      focal_point: measure.focalPoint,
      phash: measure.phash,
      credit: 'Fresco',
      license: 'MIT',
    },
  }
}

export type IndexRow = ReturnType<typeof toIndexRow>

/**
 * Describes a palette in one word. The word depends on brightness if the picture is dark or pale,
 * otherwise on chroma.
 */
const describePalette = ({ luminance, palette }: PictureMeasure): string => {
  if (luminance < 0.06) return 'dark'
  const chroma = palette.map(toChroma).reduce((sum, v) => sum + v, 0) / palette.length
  if (chroma > 0.42) return 'vibrant'
  return luminance > 0.5 ? 'pastel' : 'muted'
}

/** Returns the difference between the largest and the smallest color channel, 0..1. */
const toChroma = (hex: string): number => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return (Math.max(...channels) - Math.min(...channels)) / 255
}

const toTagRow = ({ file_name, category, data }: IndexRow): TagRow => ({
  file_name,
  category,
  tags: data.tags,
  colors: [...new Set([...data.primary_colors, ...data.secondary_colors])],
})

export const writeIndex = async (folder: string, scenes: readonly Scene[]): Promise<IndexRow[]> => {
  const rows: IndexRow[] = []
  for (const [day, scene] of scenes.entries()) {
    const path = join(folder, 'main', `${scene.name}.jpg`)
    if (!existsSync(path)) continue
    const { size: fileSize } = await stat(path)
    rows.push(toIndexRow(scene, { ...(await measurePicture(path)), fileSize }, day))
  }
  await writeRows(join(folder, 'index.json'), rows)
  await writeRows(join(folder, 'tags.json'), rows.map(toTagRow))
  return rows
}

/** Writes a JSON array with one row per line, so that diffs stay readable. */
export const writeRows = (path: string, rows: readonly unknown[]) =>
  writeFile(path, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
