/**
 * Paints the default catalogue: `npm run paint` writes every picture, its preview, the index, and the few
 * wallpapers that ship with the extension.
 *   --only nature,art/some-name   some categories or pictures; "none" makes only the index anew
 *   --scale 0.25                  smaller and quicker, for looking; writes a PNG next to the JPEG
 *   --out folder                  where main/, cache/ and the index go; default server/sample
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CategoryName, categoryNames } from '../../shared/categories.ts'
import { writeBundle } from './paint/bundle.ts'
import { writeIndex } from './paint/catalogue.ts'
import { encodeLossless, encodeMain, encodePreview } from './paint/encode.ts'
import { render } from './paint/render.ts'
import type { Scene } from './paint/scene.ts'
import { loadAllScenes, loadScenes } from './paint/scenes/index.ts'

const sampleFolder = join(import.meta.dirname, '../sample')
const bundleFolder = join(import.meta.dirname, '../../extension/public/wallpapers')

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string', default: sampleFolder },
  },
})

/** `category` or `category/name`, separated by commas; all categories when nothing is named. */
const chooseScenes = async (only: string | undefined): Promise<Scene[]> => {
  if (only === 'none') return []
  const wanted = only?.split(',') ?? [...categoryNames]
  const chosen = wanted.map(async (word) => {
    const [category, name] = word.split('/')
    if (!categoryNames.includes(category as CategoryName))
      throw new Error(`No category ${category}`)
    const scenes = await loadScenes(category as CategoryName)
    return name ? scenes.filter((scene) => scene.name === name) : scenes
  })
  return (await Promise.all(chosen)).flat()
}

const paint = async (scene: Scene, scale: number, out: string) => {
  const started = performance.now()
  const canvas = await render(scene, scale)
  const main = await encodeMain(canvas, scene)
  await write(join(out, 'main', `${scene.name}.jpg`), main.bytes)
  await write(join(out, 'cache', `${scene.name}.webp`), await encodePreview(canvas))
  if (scale !== 1) await write(join(out, 'main', `${scene.name}.png`), await encodeLossless(canvas))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const kilobytes = Math.round(main.bytes.length / 1000)
  const warning = main.fits ? '' : '  OVER ITS BUDGET: simplify the picture'
  console.log(
    `${scene.category}/${scene.name}  ${canvas.width}×${canvas.height}  ${kilobytes} kB at quality ${main.quality}  ${seconds} s${warning}`,
  )
}

const write = async (path: string, bytes: Buffer) => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

const scale = Number(options.scale)
for (const scene of await chooseScenes(options.only)) await paint(scene, scale, options.out)

// A picture for looking is no part of a catalogue.
if (scale === 1) {
  const rows = await writeIndex(options.out, await loadAllScenes())
  console.log(`${rows.length} wallpapers in ${join(options.out, 'index.json')}`)
  if (options.out === sampleFolder)
    await writeBundle(bundleFolder, join(sampleFolder, 'main'), rows)
}
