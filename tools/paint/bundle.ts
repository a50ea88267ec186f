/**
 * Writes the few wallpapers that are packaged with the extension for the first tab and for offline
 * use.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type IndexRow, writeRows } from './catalogue.ts'

const bundled = [
  'alpine-dawn',
  'dunes-at-last-light',
  'aurora-lake',
  'paper-hills',
  'silver-ripple',
  'dark-dahlia',
]
const size = { width: 1920, height: 1080 }
const largestFile = 150_000
const qualities = [88, 84, 80, 76, 72, 68]

/**
 * Copies the packaged pictures out of `main`, the folder of all painted pictures. `rows` must
 * contain their index rows.
 */
export const writeBundle = async (folder: string, main: string, rows: readonly IndexRow[]) => {
  await mkdir(folder, { recursive: true })
  const list = []
  for (const name of bundled) {
    const row = rows.find((one) => one.file_name === name)
    if (!row) throw new Error(`${name} must be bundled, but has not been painted`)
    await writeFile(join(folder, `${name}.jpg`), await shrink(join(main, row.file_main_name)))
    list.push(toBundled(row))
  }
  await writeRows(join(folder, 'index.json'), list)
}

const toBundled = ({ file_name, data }: IndexRow) => ({
  id: file_name,
  title: data.suggested_filename,
  description: toFirstClause(data.scene_description),
  color: data.color,
  placeholder: data.placeholder,
  focal: toPosition(data.focal_point),
})

// A new tab reads this list before its first frame, so the list must be short.
const toFirstClause = (sentence: string) => sentence.replace(/[,;].*/, '.')

const toPosition = ({ x, y }: IndexRow['data']['focal_point']) =>
  `${Math.round(x * 100)}% ${Math.round(y * 100)}%`

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
