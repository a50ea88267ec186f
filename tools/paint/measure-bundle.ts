/**
 * The last part of `npx node tools/paint/main.ts`: writes how light the pictures of the extension are into their list. A build only
 * copies the values, because another processor may decode a picture a little differently, and releases must not differ.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { toBundledFile } from '../../extension/features/wallpaper/deck.ts'
import { mapped, toLightMap } from '../../extension/platform/browser/light-map.ts'
import { measureAverage } from '../../shared/oklab.ts'

const publicDir = resolve(import.meta.dirname, '../../extension/public')
const list = join(publicDir, 'wallpapers/index.json')

// A new tab loads the light maps before its picture. In coarser steps they take 0.2 kB less.
const step = 8

const measure = async (file: string) => {
  const pixels = await sharp(file)
    .resize({ ...mapped, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const { luminance } = measureAverage(pixels, 3)
  return { light: toLightMap(pixels, 3, step), luminance }
}

/** Returns the list of the extension's pictures with the light of each as it is measured now. */
export const measureBundle = async (): Promise<string> => {
  const rows: { id: string }[] = JSON.parse(await readFile(list, 'utf8'))
  const measured = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await measure(join(publicDir, toBundledFile(row)))) })),
  )
  return `[\n${measured.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

if (import.meta.main) await writeFile(list, await measureBundle())
