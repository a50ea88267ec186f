import { prepareAnswer } from '../server/adapters/prepare-answer.ts'
import type { Catalogue } from '../server/catalogue/catalogue.ts'
import { parseJsonText, toJsonText } from '../server/catalogue/json-text.ts'
import { createCatalogue } from '../server/catalogue/packed/create-catalogue.ts'
import type { CatalogueDocument } from '../server/catalogue/source.ts'
import type { Random } from '../shared/catalogue/draw.ts'
import { hash32, mix32 } from '../shared/catalogue/hash.ts'
import { parseRow } from '../shared/catalogue/parse-row.ts'
import type { Wallpaper } from '../shared/catalogue/wallpaper.ts'
import type { HostedWallpaper } from '../shared/hosted-api.ts'

/** Creates a typical row of `index.json`. The picture's file names are derived from `file_name`. */
export const makeIndexRow = (fields: Readonly<Record<string, unknown>> = {}) => {
  const { file_name = 'lake-view', data, ...others } = fields
  return {
    file_name,
    file_cache_name: `${file_name}.webp`,
    file_main_name: `${file_name}.png`,
    width: 3840,
    height: 2160,
    resolution: '4K',
    orientation: 'Desktop',
    timestamp: '2026-01-04T16:25:58.520586+00:00',
    category: '#nature',
    ...others,
    data: {
      primary_colors: ['blue'],
      secondary_colors: [],
      tags: ['lake'],
      scene_description: 'A quiet lake.',
      ...(data ?? {}),
    },
  }
}

/** Creates what `parseRow` makes of a typical row, with `fields` replaced. */
export const makeWallpaper = (fields: Partial<Wallpaper> = {}): Wallpaper => {
  const parsed = parseRow(makeIndexRow({ file_name: fields.id ?? 'lake-view' }))
  if (parsed === undefined) throw new Error(`No wallpaper can have the id '${fields.id}'`)
  return { ...parsed, ...fields }
}

export interface PlainDocument extends Omit<CatalogueDocument, 'index' | 'tags'> {
  index: readonly unknown[]
  tags: readonly unknown[]
}

export const makeDocument = (fields: Partial<PlainDocument> = {}): CatalogueDocument => {
  const { index = [makeIndexRow()], tags = [], ...others } = fields
  return {
    version: '1',
    filesUrl: undefined,
    ...others,
    index: toJsonText(index),
    tags: toJsonText(tags),
  }
}

export const toPlainDocument = ({ index, tags, ...others }: CatalogueDocument): PlainDocument => ({
  ...others,
  index: parseJsonText(index) as unknown[],
  tags: parseJsonText(tags) as unknown[],
})

export const makeCatalogue = (fields: Partial<PlainDocument> = {}): Catalogue =>
  createCatalogue(makeDocument(fields), prepareAnswer).catalogue

export const listWallpapers = ({ size, at }: Catalogue): Wallpaper[] =>
  Array.from({ length: size }, (_, row) => at(row))

export const readAnswer = ({ answers }: Catalogue, name: keyof Catalogue['answers']): unknown =>
  parseJsonText(answers[name].body)

/** Creates the rows `row-0`, `row-1` and so on. `fieldsOf` adds fields to each. */
export const makeIndexRows = (
  count: number,
  fieldsOf: (position: number) => Readonly<Record<string, unknown>> = () => ({}),
) =>
  Array.from({ length: count }, (_, position) =>
    makeIndexRow({ file_name: `row-${position}`, ...fieldsOf(position) }),
  )

/** An image as the image host returns it, named after the end of `public_id`. */
export const makeHostedWallpaper = (fields: Partial<HostedWallpaper> = {}): HostedWallpaper => {
  const { public_id = 'wallpapers/lake-view' } = fields
  return {
    public_id,
    name: public_id.slice(public_id.lastIndexOf('/') + 1),
    width: 3840,
    height: 2160,
    format: 'jpg',
    created_at: '2026-01-04T16:25:58.520Z',
    tags: ['desktop'],
    colors: ['#112233'],
    preview_url: `https://images.test/preview/${public_id}.jpg`,
    download_url: `https://images.test/${public_id}.jpg`,
    ...fields,
  }
}

export const makeRandom = (seed: string): Random => {
  let state = hash32(seed)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return (mix32(state) >>> 0) / 2 ** 32
  }
}
