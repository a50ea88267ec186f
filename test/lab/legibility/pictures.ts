import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { mapped, toLightMap } from '../../../extension/platform/browser/light-map.ts'
import { measureAverage } from '../../../shared/oklab.ts'
import { makeRandom } from '../../builders.ts'

export interface Picture {
  name: string
  jpeg: Buffer
  position: string
}

const [width, height] = [1920, 1280]
const sample = resolve(import.meta.dirname, '../../../server/sample')

interface SampleRow {
  file_name: string
  file_main_name: string
  data: { focal_point: { x: number; y: number } }
}

const readSamples = async (): Promise<Picture[]> => {
  const rows: SampleRow[] = JSON.parse(await readFile(join(sample, 'index.json'), 'utf8'))
  return Promise.all(
    rows.map(async ({ file_name, file_main_name, data: { focal_point } }) => ({
      name: file_name,
      jpeg: await readFile(join(sample, 'main', file_main_name)),
      position: `${focal_point.x * 100}% ${focal_point.y * 100}%`,
    })),
  )
}

type Random = () => number

const scatter = (count: number, draw: () => string) => Array.from({ length: count }, draw).join('')
const rect = (fill: string) => `<rect width="${width}" height="${height}" fill="${fill}"/>`
const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${hue.toFixed()} ${saturation.toFixed()}% ${lightness.toFixed()}%)`

/** Four textures that are hard to write on, each in four kinds of light, and four pages of words. */
const textures: Record<string, (random: Random, light: number) => string> = {
  noise: (random, light) =>
    rect(hsl(200, 20, light)) +
    scatter(9_000, () => {
      const size = 4 + random() * 26
      const fill = hsl(random() * 360, 25, light + (random() - 0.5) * 80)
      return `<rect x="${random() * width}" y="${random() * height}" width="${size}" height="${size}" fill="${fill}"/>`
    }),
  foliage: (random, light) =>
    rect(hsl(110, 45, light / 2)) +
    scatter(5_000, () => {
      const [x, y] = [random() * width, random() * height]
      const fill = hsl(70 + random() * 70, 50, light * (0.3 + random() * 1.3))
      return `<ellipse cx="${x}" cy="${y}" rx="${8 + random() * 34}" ry="${4 + random() * 9}" fill="${fill}" transform="rotate(${random() * 180} ${x} ${y})"/>`
    }),
  lights: (random, light) =>
    rect(hsl(230, 40, light / 4)) +
    scatter(1_400, () => {
      const fill = hsl(30 + random() * 40, 90, 55 + random() * 45)
      return `<circle cx="${random() * width}" cy="${random() * height}" r="${1 + random() ** 3 * light * 0.5}" fill="${fill}" opacity="${0.4 + random() * 0.6}"/>`
    }),
  pebbles: (random, light) =>
    rect('#222') +
    scatter(3_500, () => {
      const fill = hsl(30, 12, Math.min(97, light * (0.4 + random() * 1.4)))
      return `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${14 + random() * 30}" ry="${12 + random() * 20}" fill="${fill}" stroke="#111" stroke-opacity=".5" stroke-width="3"/>`
    }),
  words: (random, light) =>
    rect(light > 50 ? '#f4f1ea' : '#15171c') +
    scatter(900, () => {
      const [x, y] = [random() * width, Math.floor(random() * 40) * 33]
      return `<rect x="${x}" y="${y}" width="${20 + random() * 120}" height="${14}" fill="${light > 50 ? '#222' : '#e8e8e8'}"/>`
    }),
}

const lights = [22, 42, 60, 80]

const columns = (step: number) =>
  Array.from(
    { length: width / step / 2 },
    (_, at) => `<rect x="${at * 2 * step}" width="${step}" height="${height}" fill="#fff"/>`,
  ).join('')

const drawHard = (random: Random): Record<string, string> => ({
  stripes: rect('#000') + columns(20),
  checkers: `<defs><pattern id="c" width="80" height="80" patternUnits="userSpaceOnUse"><path d="M0 0h40v80h40v-40h-80z" fill="#fff"/></pattern></defs>${rect('#000')}${rect('url(#c)')}`,
  stars:
    rect('#04060f') +
    scatter(2_500, () => {
      const radius = 0.6 + random() ** 8 * 5
      return `<circle cx="${random() * width}" cy="${random() * height}" r="${radius}" fill="#fff"/>`
    }),
  'snow with branches':
    rect('#f6f8fb') +
    scatter(220, () => {
      const [x, y] = [random() * width, random() * height]
      return `<path d="M${x} ${y}q${random() * 200 - 100} ${-random() * 200} ${random() * 400 - 200} ${-random() * 300}" stroke="#111" stroke-width="${2 + random() * 12}" fill="none"/>`
    }),
  'half black half white': `${rect('#000')}<rect x="${width / 2}" width="${width}" height="${height}" fill="#fff"/>`,
  'red and green': `${rect('#e00')}<rect x="${width / 2}" width="${width}" height="${height}" fill="#0c0"/>`,
})

const paint = async (name: string, content: string): Promise<Picture> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
  return { name, jpeg, position: '50% 50%' }
}

const paintNoisy = () =>
  Object.entries(textures).flatMap(([name, draw], seed) =>
    lights.map((light) => paint(`${name} ${light}`, draw(makeRandom(`${seed} ${light}`), light))),
  )

const paintHard = () =>
  Object.entries(drawHard(makeRandom('hard pictures'))).map(([name, svg]) => paint(name, svg))

/** The sample catalogue, 20 noisy pictures and 6 hard ones. They are the same in every run. */
export const listPictures = async (): Promise<Picture[]> => [
  ...(await readSamples()),
  ...(await Promise.all([...paintNoisy(), ...paintHard()])),
]

/** What the background measures of a picture before a tab shows it. */
export const measure = async (jpeg: Buffer) => {
  const resized = sharp(jpeg).resize({ ...mapped, fit: 'fill' })
  const pixels = await resized.removeAlpha().raw().toBuffer()
  return { light: toLightMap(pixels, 3), ...measureAverage(pixels, 3) }
}
