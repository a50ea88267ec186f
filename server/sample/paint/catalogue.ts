/** The index of the default catalogue: what scenes say of themselves and what is measured of them. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measurePicture, type PictureMeasure } from '../../adapters/sharp/measure.ts'
import type { Scene } from './scene.ts'

const firstDay = Date.UTC(2026, 0, 1)
const dayLength = 86_400_000

export interface TagRow {
  file_name: string
  category: string
  tags: readonly string[]
  colors: readonly string[]
}

/** Rows in the form that clients of such catalogues read. `day` keeps the timestamps apart. */
export const toIndexRow = (scene: Scene, measure: PictureMeasure, day: number) => {
  return {
    file_name: scene.name,
    file_cache_name: `${scene.name}.webp`,
    file_main_name: `${scene.name}.jpg`,
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
      credit: 'Fresco',
      license: 'MIT',
    },
  }
}

export type IndexRow = ReturnType<typeof toIndexRow>

/** One word for the palette: how dark it is, else how colorful. */
const describePalette = ({ luminance, palette }: PictureMeasure): string => {
  if (luminance < 0.06) return 'dark'
  const chroma = palette.map(toChroma).reduce((sum, v) => sum + v, 0) / palette.length
  if (chroma > 0.42) return 'vibrant'
  return luminance > 0.5 ? 'pastel' : 'muted'
}

/** Largest minus smallest channel, 0..1. */
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

/** Measures every painted picture in `folder` and writes index.json and tags.json there. */
export const writeIndex = async (folder: string, scenes: readonly Scene[]): Promise<IndexRow[]> => {
  const rows: IndexRow[] = []
  for (const [day, scene] of scenes.entries()) {
    const path = join(folder, 'main', `${scene.name}.jpg`)
    if (existsSync(path)) rows.push(toIndexRow(scene, await measurePicture(path), day))
  }
  await writeRows(join(folder, 'index.json'), rows)
  await writeRows(join(folder, 'tags.json'), rows.map(toTagRow))
  return rows
}

/** One row per line: small, and readable in a diff. */
export const writeRows = (path: string, rows: readonly unknown[]) =>
  writeFile(path, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
