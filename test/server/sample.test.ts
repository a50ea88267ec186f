import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parseLightMap } from '../../extension/platform/browser/light-map.ts'

const root = resolve(import.meta.dirname, '../..')
const sample = join(root, 'server/sample')
const bundle = join(root, 'extension/public/wallpapers')
const readRows = <Row>(file: string): Row[] => JSON.parse(readFileSync(file, 'utf8'))

interface IndexRow {
  file_name: string
  file_main_name: string
  file_cache_name: string
  file_size: number
  width: number
  height: number
  data: { focal_point: { x: number; y: number }; color: string }
}

const rows = readRows<IndexRow>(join(sample, 'index.json'))

describe('the default catalogue', () => {
  it('has the files of every row, in the size that the row says', async () => {
    for (const row of rows) {
      const path = join(sample, 'main', row.file_main_name)
      const main = await sharp(path).metadata()
      expect([row.file_name, row.file_size]).toEqual([row.file_name, statSync(path).size])
      const preview = await sharp(join(sample, 'cache', row.file_cache_name)).metadata()
      expect([row.file_name, main.width, main.height]).toEqual([
        row.file_name,
        row.width,
        row.height,
      ])
      expect(Math.max(preview.width, preview.height)).toBe(600)
    }
  })

  it('tags every picture', () => {
    const tagged = readRows<IndexRow>(join(sample, 'tags.json')).map(({ file_name }) => file_name)
    expect(tagged).toEqual(rows.map(({ file_name }) => file_name))
  })

  it('has a color and a focal point in common with the pictures of the extension', async () => {
    const bundled = readRows<{ id: string; color: string; luminance: number }>(
      join(bundle, 'index.json'),
    )
    expect(bundled).toHaveLength(12)
    for (const { id, color, luminance } of bundled) {
      const details = JSON.parse(readFileSync(join(bundle, `${id}.json`), 'utf8'))
      expect(parseLightMap(details.light), 'run tools/bundle.ts').not.toBeNull()
      expect(details.description).not.toBe('')
      expect(luminance).toBeGreaterThan(0)
      const { data } = rows.find(({ file_name }) => file_name === id) ?? {}
      const { x = 0, y = 0 } = data?.focal_point ?? {}
      expect([id, details.focal, color]).toEqual([
        id,
        `${Math.round(x * 100)}% ${Math.round(y * 100)}%`,
        data?.color,
      ])
      expect((await sharp(join(bundle, `${id}.jpg`)).metadata()).format).toBe('jpeg')
    }
  })
})
