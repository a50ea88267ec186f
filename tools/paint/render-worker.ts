/** A worker thread that paints bands of rows of a picture until no band is left. */
import { workerData } from 'node:worker_threads'
import type { CategoryName } from '../../shared/filter-values.ts'
import { createRowPainter } from './band.ts'
import type { RenderJob } from './render.ts'
import { loadScenes } from './scenes/index.ts'

const bandRows = 24
const { category, name, width, height, pixels, nextRow } = workerData as RenderJob

const scene = (await loadScenes(category as CategoryName)).find((one) => one.name === name)
if (!scene) throw new Error(`Unknown scene ${category}/${name}`)
const paintRows = createRowPainter(scene, height)
const canvas = { width, height, pixels: new Uint8Array(pixels) }
const next = new Int32Array(nextRow)

for (;;) {
  const from = Atomics.add(next, 0, bandRows)
  if (from >= height) break
  paintRows(canvas, from, Math.min(height, from + bandRows))
}
