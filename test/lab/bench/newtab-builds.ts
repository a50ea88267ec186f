import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ExtensionTarget } from '../../../tools/build-extension.ts'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

export interface Floors {
  packaged: string
  indexedDb: string
  empty: string
}

/** Writes three extensions whose new tab does as little as possible, and returns their folders. */
export const writeFloors = async (dir: string, picture: Buffer): Promise<Floors> => ({
  packaged: await writeFloor(join(dir, 'packaged'), { 'picture.jpg': picture }, packagedBody),
  indexedDb: await writeFloor(
    join(dir, 'indexed-db'),
    { 'picture.jpg': picture, 'show.js': showStored },
    indexedDbBody,
  ),
  empty: await writeFloor(join(dir, 'empty'), {}, ''),
})

const writeFloor = async (
  dir: string,
  files: Record<string, Buffer | string>,
  body: string,
): Promise<string> => {
  await mkdir(dir, { recursive: true })
  const manifest = {
    manifest_version: 3,
    name: 'Floor',
    version: '1.0',
    chrome_url_overrides: { newtab: 'newtab.html' },
  }
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(dir, 'newtab.html'), `${floorHead}${body}`)
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content)
  return dir
}

const floorHead = `<!doctype html>
<title>New tab</title>
<style>
  body { margin: 0; background: #1f2a33 }
  img { position: fixed; width: 100%; height: 100%; object-fit: cover }
</style>
`

const packagedBody = '<img id="wallpaper" src="picture.jpg" alt="" elementtiming="wallpaper">\n'

const indexedDbBody = `<script src="show.js"></script>
<img id="wallpaper" alt="" elementtiming="wallpaper">
`

/** The first tab stores the picture. Later tabs show it. */
const showStored = `
const opening = indexedDB.open('floor', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('images')
opening.onsuccess = () => {
  const reading = opening.result.transaction('images').objectStore('images').get('picture')
  reading.onsuccess = async () => {
    const stored = reading.result
    if (stored) return (document.querySelector('#wallpaper').src = URL.createObjectURL(stored))
    const blob = await (await fetch('picture.jpg')).blob()
    opening.result.transaction('images', 'readwrite').objectStore('images').put(blob, 'picture')
  }
}
`

/** Builds a tag or commit with the packages that are installed now. */
export const buildOlder = async (
  dir: string,
  ref: string,
  target: ExtensionTarget = 'chrome',
): Promise<string> => {
  await mkdir(dir, { recursive: true })
  const archive = join(dir, 'source.tar')
  await run('git', ['archive', '--output', archive, ref], { cwd: root })
  await run('tar', ['-xf', archive], { cwd: dir })
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
  const env = { ...process.env, NODE_ENV: 'production', WXT_OUT_DIR: join(dir, 'built') }
  const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
  await run(process.execPath, [wxt, 'build', '-b', target], { cwd: dir, env })
  // Older versions of Fresco always build into `dist`, even when another folder is configured.
  return ['built', 'dist'].map((out) => join(dir, out, `${target}-mv3`)).find(existsSync) ?? dir
}
