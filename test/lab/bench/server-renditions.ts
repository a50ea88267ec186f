import { join } from 'node:path'
import sharp from 'sharp'
import { limitSharp } from '../../../server/adapters/sharp/open-picture.ts'
import { createSharpRenditions } from '../../../server/adapters/sharp/renditions.ts'
import { hostedResponseSchema } from '../../../shared/hosted-api.ts'
import { silentLog } from '../../accounts-app.ts'
import { pictureAt } from '../../server/adapters/sample-pictures.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import type { MeasuredProcess } from './measured-process.ts'
import {
  type Limited,
  measureInTurns,
  ratioOf,
  round,
  startFloor,
  takeAnswer,
  toCells,
} from './server-routes.ts'

const sizes = ['w=640&h=360', 'w=1920&h=1080']

/** Compares `/random` with `/images/{id}` from the cache, and that with a plain file server that sends the same. */
export const measurePictures = async (fresco: MeasuredProcess) => {
  const measured = []
  for (const size of sizes) measured.push(await measureSize(fresco, size))
  return {
    table: measured.flatMap(({ table }) => table),
    limits: measured.flatMap(({ limits }) => limits),
  }
}

const measureSize = async (fresco: MeasuredProcess, size: string) => {
  const all = await fetch(`${fresco.url}/api/random-wallpapers?count=100`)
  const pictures = hostedResponseSchema.parse(await all.json())
  const paths = pictures.map(({ public_id: id }) => `/images/${id}?${size}`)
  const answers = []
  for (const path of paths) answers.push(await takeAnswer(fresco.url, path, {}))
  const files = await startFloor({ kind: 'files', answers })
  const { random, images, file } = await measureInTurns({
    file: { server: files, paths },
    images: { server: fresco, paths },
    random: { server: fresco, paths: [`/random?${size}`] },
  })
  await files.stop()
  return {
    table: [
      { size, route: 'plain file server', ...toCells(file) },
      { size, route: '/images/{id}', ...toCells(images) },
      { size, route: '/random', ...toCells(random) },
    ],
    limits: [
      { figure: `/random of /images/{id}, ${size}`, measured: ratioOf(random, images), limit: 1.2 },
      {
        figure: `/images/{id} of a file server, ${size}`,
        measured: ratioOf(images, file),
        limit: 1.3,
      },
    ],
  }
}

const path = join(import.meta.dirname, '../../../server/sample/main/bridge-in-mist.jpg')
const count = 24
/** The server resizes at most four pictures at a time and rejects further requests. */
const atOnce = 4
const turns = 3

type Make = (side: number, format: 'jpeg' | 'webp') => Promise<unknown>

// What libvips does for such a picture, without anything around it.
const makeAlone: Make = (side, format) => {
  const resized = sharp(path).autoOrient().resize(side, side, { fit: 'cover' })
  const encoded =
    format === 'jpeg'
      ? resized.jpeg({ quality: 82, progressive: false, optimiseCoding: true })
      : resized.webp({ quality: 80 })
  return encoded.toBuffer()
}

const processorMs = async (make: Make, format: 'jpeg' | 'webp') => {
  const cpu = process.cpuUsage()
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, at) => make(600 + 32 * (from + at), format)),
    )
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / count / 1000
}

/** Compares a resized picture that is not in the cache yet with what sharp alone takes for it. */
export const measureRenditions = async () => {
  limitSharp()
  const original = await pictureAt(path)
  const table = []
  const limits: Limited[] = []
  for (const format of ['jpeg', 'webp'] as const) {
    const alone: number[] = []
    const made: number[] = []
    const cached: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const cacheDir = await makeTempDir('bench-renditions')
      const renditions = createSharpRenditions({ dir: cacheDir, maxBytes: 1e9, log: silentLog })
      const render: Make = (side, format) =>
        renditions.render(original, { width: side, height: side, fit: 'cover', format })
      alone.push(await processorMs(makeAlone, format))
      made.push(await processorMs(render, format))
      cached.push(await processorMs(render, format))
      await removeDir(cacheDir)
    }
    const best = { alone: Math.min(...alone), made: Math.min(...made), cached: Math.min(...cached) }
    table.push({
      'processor ms of a picture': format,
      'sharp alone': round(best.alone),
      made: round(best.made),
      'from the cache': round(best.cached, 2),
    })
    const measured = round(best.made / best.alone, 2)
    limits.push({ figure: `a new ${format} of sharp alone`, measured, limit: 1.1 })
  }
  return { table, limits }
}
