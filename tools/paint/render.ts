/** Paints a picture on all processor cores. The result does not depend on the number of cores. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Canvas } from './band.ts'
import type { Scene } from './scene.ts'

export interface RenderJob {
  category: string
  name: string
  width: number
  height: number
  pixels: SharedArrayBuffer
  /** One Int32 that all workers share. It contains the next row to paint. */
  nextRow: SharedArrayBuffer
}

/** Paints a whole picture as 8-bit sRGB. A `scale` of 1 gives its full size. */
export const render = async (scene: Scene, scale = 1): Promise<Canvas> => {
  const width = Math.round(scene.width * scale)
  const height = Math.round(scene.height * scale)
  const job: RenderJob = {
    category: scene.category,
    name: scene.name,
    width,
    height,
    pixels: new SharedArrayBuffer(width * height * 3),
    nextRow: new SharedArrayBuffer(4),
  }
  await Promise.all(Array.from({ length: availableParallelism() }, () => runWorker(job)))
  return { width, height, pixels: new Uint8Array(job.pixels) }
}

const runWorker = (job: RenderJob): Promise<void> => {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: job })
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`Painting ${job.name} failed with exit code ${code}`)),
    )
  })
}
