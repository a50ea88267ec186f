import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import sharp, { type Sharp } from 'sharp'

const root = resolve(import.meta.dirname, '../..')
export const folders = { store: join(root, 'dist/store'), readme: join(root, 'docs/pictures') }

/** The size that both extension stores require for screenshots. */
export const size = { width: 1280, height: 800 }
/** The size that Chrome's store requires for its small promotional tile. */
const tile = { width: 440, height: 280 }
/** Milliseconds to wait before a screenshot, so that fades have finished. */
const settleMs = 800

const save = async (picture: Sharp, file: string): Promise<void> => {
  await picture.toFile(file)
  console.log(relative(root, file))
}

const take = async (page: Page): Promise<Sharp> => {
  await sleep(settleMs)
  return sharp(await page.screenshot())
}

/** Saves a JPEG, because extension stores reject transparency and prefer small files. */
export const saveForStore = async (page: Page, name: string): Promise<void> =>
  save((await take(page)).jpeg({ quality: 90 }), join(folders.store, `${name}.jpg`))

/** Saves a small WebP file, because screenshots for the README are committed to the repository. */
export const saveForReadme = async (page: Page, name: string): Promise<void> =>
  save((await take(page)).webp({ quality: 82, effort: 6 }), join(folders.readme, `${name}.webp`))

/**
 * Saves the promotional tile for Chrome's store, a wallpaper with the extension's icon in the
 * middle.
 */
export const saveTile = async (): Promise<void> => {
  const input = join(root, 'extension/public/icon/128.png')
  const ground = sharp(join(root, 'extension/public/wallpapers/alpine-dawn.jpg')).resize(tile)
  const picture = ground.composite([{ input }]).jpeg({ quality: 90 })
  await save(picture, join(folders.store, 'tile-440x280.jpg'))
}
