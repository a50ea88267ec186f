/**
 * Paints the default catalogue with `npx node tools/paint/main.ts`: pictures, previews, the index, and the
 * wallpapers in the extension.
 * --only nature,art/some-name paints only these categories or pictures; "none" only rewrites the
 * index
 * --scale 0.25 paints a smaller, faster preview, and also writes a PNG beside the JPEG
 * --out folder sets the folder for main/, cache/ and the index; the default is server/sample
 * --bundle folder also writes the wallpapers of the extension there
 * It prints a line per picture: size, kilobytes, quality and seconds.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CategoryName, categoryNames } from '../../shared/filter-values.ts'
import { writeBundle } from './bundle.ts'
import { writeIndex } from './catalogue.ts'
import { encodeLossless, encodeMain, encodePreview } from './encode.ts'
import { render } from './render.ts'
import type { Scene } from './scene.ts'
import { loadAllScenes, loadScenes } from './scenes/index.ts'

const sampleFolder = join(import.meta.dirname, '../../server/sample')

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string', default: sampleFolder },
    bundle: { type: 'string' },
  },
})

/**
 * Parses a comma-separated list of scenes, each `category` or `category/name`. Without a list, all
 * scenes are chosen.
 */
const chooseScenes = async (only: string | undefined): Promise<Scene[]> => {
  if (only === 'none') return []
  const wanted = only?.split(',') ?? [...categoryNames]
  const chosen = wanted.map(async (word) => {
    const [category, name] = word.split('/')
    if (!categoryNames.includes(category as CategoryName))
      throw new Error(
        `Unknown category '${category}'. Expected one of: ${categoryNames.join(', ')}`,
      )
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
  const warning = main.fits ? '' : '  TOO LARGE: simplify the picture'
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

// Only full-size pictures belong in the catalogue. Scaled ones are previews for development.
if (scale === 1) {
  const rows = await writeIndex(options.out, await loadAllScenes())
  console.log(`${rows.length} wallpapers in ${join(options.out, 'index.json')}`)
  if (options.bundle) await writeBundle(options.bundle, join(options.out, 'main'), rows)
}
