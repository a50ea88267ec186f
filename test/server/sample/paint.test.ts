import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createRowPainter } from '../../../server/sample/paint/band.ts'
import type { IndexRow, TagRow } from '../../../server/sample/paint/catalogue.ts'
import type { Scene } from '../../../server/sample/paint/scene.ts'
import { loadAllScenes, loadScenes } from '../../../server/sample/paint/scenes/index.ts'
import { categoryNames } from '../../../shared/filter-values.ts'

const sample = join(import.meta.dirname, '../../../server/sample')
const readRows = <Row>(name: string): Row[] => JSON.parse(readFileSync(join(sample, name), 'utf8'))

const paintTiny = (scene: Scene): string => {
  const height = 18
  const width = Math.round((height * scene.width) / scene.height)
  const canvas = { width, height, pixels: new Uint8Array(width * height * 3) }
  createRowPainter(scene, height)(canvas, 0, height)
  return createHash('sha256').update(canvas.pixels).digest('hex')
}

const measureBlack = async (path: string): Promise<{ share: number; corners: boolean }> => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  const isBlack = (at: number) => !(data[at * 3] | data[at * 3 + 1] | data[at * 3 + 2])
  const pixels = info.width * info.height
  let black = 0
  for (let at = 0; at < pixels; at += 7) if (isBlack(at)) black += 7
  const corners = [0, info.width - 1, pixels - info.width, pixels - 1].every(isBlack)
  return { share: black / pixels, corners }
}

describe('scenes', () => {
  it.each(categoryNames)('paints the same pixels twice: %s', async (category) => {
    const [scene] = (await loadScenes(category)).slice(-1)
    expect(paintTiny(scene)).toBe(paintTiny(scene))
  })

  it('paints rows alike, however they are divided among workers', async () => {
    const [scene] = await loadScenes('minimal')
    const paint = createRowPainter(scene, 18)
    const whole = { width: 32, height: 18, pixels: new Uint8Array(32 * 18 * 3) }
    const parts = { width: 32, height: 18, pixels: new Uint8Array(32 * 18 * 3) }
    paint(whole, 0, 18)
    for (let row = 0; row < 18; row += 5) paint(parts, row, Math.min(18, row + 5))
    expect(parts.pixels).toEqual(whole.pixels)
  })

  it('have names of their own, in every category and both orientations', async () => {
    const scenes = await loadAllScenes()
    expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length)
    expect([...new Set(scenes.map(({ category }) => category))]).toEqual(categoryNames)
    expect(scenes.filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([])
    const portraits = scenes.filter(({ width, height }) => height > width).length
    expect(portraits / scenes.length).toBeGreaterThan(0.2)
    expect(portraits / scenes.length).toBeLessThan(0.5)
  })
})

describe('the default catalogue', () => {
  const rows = readRows<IndexRow>('index.json')

  it('lists every scene once, and tags each', async () => {
    const names = (await loadAllScenes()).map(({ name }) => name)
    expect(rows.map(({ file_name }) => file_name)).toEqual(names)
    expect(readRows<TagRow>('tags.json').map(({ file_name }) => file_name)).toEqual(names)
  })

  it.each(rows.map((row) => [row.file_name, row] as const))(
    'has the files of %s',
    async (_, row) => {
      const main = await sharp(join(sample, 'main', row.file_main_name)).metadata()
      const preview = await sharp(join(sample, 'cache', row.file_cache_name)).metadata()
      expect([main.width, main.height]).toEqual([row.width, row.height])
      expect(Math.max(preview.width, preview.height)).toBe(600)
      expect(main.isProgressive).toBe(false)
    },
  )

  const amoled = rows.filter(({ category }) => category === '#amoled')
  it.each(amoled.map((row) => [row.file_name, row.file_main_name]))(
    'has a truly black ground in %s',
    async (_, file) => {
      const black = await measureBlack(join(sample, 'main', file))
      expect(black.corners).toBe(true)
      expect(black.share).toBeGreaterThan(0.5)
    },
  )
})
