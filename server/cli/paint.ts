/**
 * Paints the default catalogue: `npm run paint` writes every picture, its preview and the index.
 *   --only nature,art/some-name   some categories or pictures; the index is left alone
 *   --scale 0.25                  smaller and quicker, for looking; writes a PNG next to the JPEG
 *   --out folder                  where main/ and cache/ go; default server/sample
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeLossless, encodeMain, encodePreview } from './paint/encode.ts'
import { render } from './paint/render.ts'
import { type Category, categories, type Scene } from './paint/scene.ts'
import { loadScenes } from './paint/scenes/index.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string', default: join(import.meta.dirname, '../sample') },
  },
})

/** `category` or `category/name`, separated by commas; all categories when nothing is named. */
async function chooseScenes(only: string | undefined): Promise<Scene[]> {
  const wanted = only?.split(',') ?? [...categories]
  const chosen = wanted.map(async (word) => {
    const [category, name] = word.split('/')
    if (!categories.includes(category as Category)) throw new Error(`No category ${category}`)
    const scenes = await loadScenes(category as Category)
    return name ? scenes.filter((scene) => scene.name === name) : scenes
  })
  return (await Promise.all(chosen)).flat()
}

async function paint(scene: Scene, scale: number, out: string) {
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

async function write(path: string, bytes: Buffer) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

const scenes = await chooseScenes(options.only)
for (const scene of scenes) await paint(scene, Number(options.scale), options.out)
