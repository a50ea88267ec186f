import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test as it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Row {
  file_name: string
  data: { focal_point: { x: number; y: number }; color: string }
}

const bundled: { id: string; focal: string; color: string }[] = readJson(
  'extension/public/wallpapers/index.json',
)
const rows: Row[] = readJson('server/sample/index.json')

it('the built-in wallpapers are cropped where the catalogue measures, as CSS writes it', () => {
  expect(bundled).toHaveLength(6)
  for (const { id, focal, color } of bundled) {
    const { data } = rows.find(({ file_name }) => file_name === id) as Row
    const { x, y } = data.focal_point
    expect({ id, focal, color }).toEqual({
      id,
      focal: `${Math.round(x * 100)}% ${Math.round(y * 100)}%`,
      color: data.color,
    })
    expect(existsSync(join(root, `extension/public/wallpapers/${id}.jpg`))).toBe(true)
  }
})
