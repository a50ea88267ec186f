import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ExtensionTarget } from '../tools/browsers/build-extension.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export const writeFloor = async (dir: string, picture: Buffer): Promise<string> => {
  await mkdir(dir, { recursive: true })
  const manifest = {
    manifest_version: 3,
    name: 'Floor',
    version: '1.0',
    chrome_url_overrides: { newtab: 'newtab.html' },
  }
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(dir, 'picture.jpg'), picture)
  await writeFile(join(dir, 'newtab.html'), floorPage)
  return dir
}

const floorPage = `<!doctype html>
<title>New tab</title>
<style>
  body { margin: 0; background: #1f2a33 }
  img { position: fixed; width: 100%; height: 100%; object-fit: cover }
</style>
<img id="wallpaper" src="picture.jpg" alt="" elementtiming="wallpaper">
`

export const findLastRelease = (): string | undefined => {
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return
  }
}

/**
 * Builds the extension from an older tag or commit. The build uses the packages that are installed
 * now.
 */
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
