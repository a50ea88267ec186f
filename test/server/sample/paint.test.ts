import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createRowPainter } from '../../../server/sample/paint/band.ts'
import { loadScenes } from '../../../server/sample/paint/scenes/index.ts'

it('a picture of the default catalogue can be painted again', async () => {
  const [scene] = await loadScenes('minimal')
  const size = { width: Math.round((90 * scene.width) / scene.height), height: 90 }
  const pixels = new Uint8Array(size.width * size.height * 3)
  createRowPainter(scene, size.height)({ ...size, pixels }, 0, size.height)
  const file = new URL(`../../../server/sample/main/${scene.name}.jpg`, import.meta.url)
  const stored = await sharp(fileURLToPath(file))
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer()
  const difference = pixels.reduce((sum, value, at) => sum + Math.abs(value - (stored[at] ?? 0)), 0)
  expect(difference / pixels.length).toBeLessThan(3)
})
