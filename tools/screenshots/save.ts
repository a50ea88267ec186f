import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import sharp from 'sharp'

const root = resolve(import.meta.dirname, '../..')
export const folders = { store: join(root, 'dist/store'), readme: join(root, 'docs/pictures') }

/** The size that both extension stores require for screenshots. */
export const size = { width: 1280, height: 800 }
/** The size that Chrome's store requires for its small promotional tile. */
const tile = { width: 440, height: 280 }
/** Milliseconds to wait before a screenshot, so that fades have finished. */
const settleMs = 800

const report = (file: string) => console.log(relative(root, file))

/** Saves a JPEG, because extension stores reject transparency and prefer small files. */
export const saveForStore = async (page: Page, name: string): Promise<void> => {
  await sleep(settleMs)
  const file = join(folders.store, `${name}.jpg`)
  await sharp(await page.screenshot())
    .jpeg({ quality: 90 })
    .toFile(file)
  report(file)
}

/** Saves a small WebP file, because screenshots for the README are committed to the repository. */
export const saveForReadme = async (page: Page, name: string): Promise<void> => {
  await sleep(settleMs)
  const file = join(folders.readme, `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toFile(file)
  report(file)
}

/**
 * Saves the promotional tile for Chrome's store, a wallpaper with the extension's icon in the
 * middle.
 */
export const saveTile = async (): Promise<void> => {
  const picture = join(root, 'extension/public/wallpapers/alpine-dawn.jpg')
  const mark = await sharp(join(root, 'extension/public/icon/128.png')).toBuffer()
  const ground = await sharp(picture).resize(tile).toBuffer()
  const file = join(folders.store, 'tile-440x280.jpg')
  await sharp(ground)
    .composite([{ input: mark }])
    .jpeg({ quality: 90 })
    .toFile(file)
  report(file)
}
