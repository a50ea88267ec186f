/**
 * `npx node tools/bundle.ts` writes the pictures that come with the extension, their list and their details, from the
 * catalogue in `server/sample`. The list is written here and not by the build, because another processor may decode a picture a little differently, and
 * the same sources must give the same release.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { mapped, toLightMap } from '../extension/platform/browser/light-map.ts'
import { measureAverage } from '../shared/oklab.ts'

const sample = resolve(import.meta.dirname, '../server/sample')
const folder = resolve(import.meta.dirname, '../extension/public/wallpapers')
const bundled = [
  'alpine-dawn',
  'dunes-at-last-light',
  'aurora-lake',
  'paper-hills',
  'silver-ripple',
  'dark-dahlia',
  'summer-cumulus',
  'petals-over-the-lake',
  'galaxy-over-the-mesa',
  'rose-tide',
  'desert-pavilion',
  'fan-wave-sea',
]
const size = { width: 1920, height: 1080 }
const largestFile = 150_000
const qualities = [88, 84, 80, 76, 72, 68]

interface SampleRow {
  file_name: string
  file_main_name: string
  data: {
    suggested_filename: string
    scene_description: string
    color: string
    focal_point: { x: number; y: number }
  }
}

const shrink = async (path: string): Promise<Buffer> => {
  const pixels = await sharp(path)
    .resize({ ...size, fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const quality of qualities) {
    const bytes = await sharp(pixels.data, { raw: pixels.info }).jpeg({ quality }).toBuffer()
    if (bytes.length <= largestFile) return bytes
  }
  throw new Error(`${path} does not fit ${largestFile} bytes at ${size.width}×${size.height}`)
}

const measureLight = async (picture: Buffer) => {
  const pixels = await sharp(picture)
    .resize({ ...mapped, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { light: toLightMap(pixels, 3), luminance: measureAverage(pixels, 3).luminance }
}

const toPosition = ({ x, y }: SampleRow['data']['focal_point']) =>
  `${Math.round(x * 100)}% ${Math.round(y * 100)}%`

const rows: SampleRow[] = JSON.parse(await readFile(join(sample, 'index.json'), 'utf8'))
const list = []
for (const id of bundled) {
  const row = rows.find(({ file_name }) => file_name === id)
  if (!row) throw new Error(`${id} is not in ${sample}/index.json`)
  const picture = await shrink(join(sample, 'main', row.file_main_name))
  await writeFile(join(folder, `${id}.jpg`), picture)
  const { light, luminance } = await measureLight(picture)
  // A new tab reads the list before its first frame, so the list must be short.
  list.push({
    id,
    color: row.data.color,
    luminance,
  })
  const details = {
    title: row.data.suggested_filename,
    description: row.data.scene_description,
    focal: toPosition(row.data.focal_point),
    light,
  }
  await writeFile(join(folder, `${id}.json`), `${JSON.stringify(details)}\n`)
}
const lines = list.map((row) => JSON.stringify(row)).join(',\n')
await writeFile(join(folder, 'index.json'), `[\n${lines}\n]\n`)
