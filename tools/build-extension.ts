import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const sources = ['extension', 'shared', 'wxt.config.ts', 'package.json']

export type ExtensionTarget = 'chrome' | 'firefox'

// Tests and `npm run try` start their servers on this address or on another port of it.
export const localServer = 'http://127.0.0.1:8787'

export const buildExtension = async (target: ExtensionTarget): Promise<string> => {
  const dir = join(root, 'dist', `${target}-mv3`)
  const manifest = join(dir, 'manifest.json')
  // A build without a server has no access to the servers of the tests.
  if (isUpToDate(manifest) && readFileSync(manifest, 'utf8').includes('http://127.0.0.1/'))
    return dir
  return buildExtensionInto(join(root, 'dist'), target, { WXT_API_URL: localServer })
}

/**
 * Builds the extension with the given settings into `outDir`. The build runs as a child process, so
 * that test servers in the calling process keep answering.
 */
export const buildExtensionInto = async (
  outDir: string,
  target: ExtensionTarget,
  settings: Record<string, string>,
): Promise<string> => {
  await run([wxt, 'build', '-b', target], { ...settings, WXT_OUT_DIR: outDir })
  return join(outDir, `${target}-mv3`)
}

/** Builds the new tab as a web page, which servers show at `/tab/`. Returns its folder. */
export const buildTab = (): Promise<string> => buildPages('tab', 'service-worker.js')

/** Builds the scripts for the sites that `npm run fresco -- export` writes. Returns the folders of the scripts. */
export const buildSite = async (): Promise<string[]> => [
  await buildPages('site', 'browse.js', ['server/web', 'server/catalogue']),
  await buildPages('tab-export', 'service-worker.js'),
]

const buildPages = async (mode: string, file: string, moreSources: string[] = []) => {
  const dir = join(root, 'dist', mode)
  if (!isUpToDate(join(dir, file), ['vite.config.ts', ...moreSources]))
    await run([vite, 'build', '--mode', mode])
  return dir
}

const run = async (command: string[], settings: Record<string, string> = {}): Promise<void> => {
  // Vitest sets NODE_ENV to `test`, which would produce a development build.
  const env = { ...process.env, NODE_ENV: 'production', ...settings }
  await promisify(execFile)(process.execPath, command, { cwd: root, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`)
    },
  )
}

const isUpToDate = (built: string, moreSources: string[] = []): boolean => {
  const builtAt = newestChange(built)
  return [...sources, ...moreSources].every((source) => newestChange(join(root, source)) <= builtAt)
}

/** Returns the latest modification time in a file or folder, or 0 if it does not exist. */
const newestChange = (path: string): number => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}
