import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const sources = ['extension', 'shared', 'wxt.config.ts', 'package.json']

export type ExtensionTarget = 'chrome' | 'firefox'

export const extensionDir = (target: ExtensionTarget): string => {
  return join(root, 'dist', `${target}-mv3`)
}

// Tests and `npm run try` start their servers on this address or on another port of it.
export const localServer = 'http://127.0.0.1:8787'

export const buildExtension = async (target: ExtensionTarget): Promise<string> => {
  const dir = extensionDir(target)
  // A build without a server has no access to the servers of the tests.
  if (isUpToDate(join(dir, 'manifest.json'), 'http://127.0.0.1/')) return dir

  await runBuild(target, { WXT_API_URL: localServer })
  return dir
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
  await runBuild(target, { ...settings, WXT_OUT_DIR: outDir })
  return join(outDir, `${target}-mv3`)
}

/** Builds the new tab as a web page, which servers show at `/tab/`. */
export const buildTab = async (): Promise<string> => {
  const dir = join(root, 'dist/tab')
  if (!isUpToDate(join(dir, 'service-worker.js'), 'version', ['vite.config.ts']))
    await runVite('tab')
  return dir
}

/** Builds the scripts of sites that `npm run fresco -- export` writes. Returns their folders. */
export const buildSite = async (): Promise<string[]> => {
  const file = join(root, 'dist/site/browse.js')
  if (!isUpToDate(file, 'index.json', ['vite.config.ts', 'server/web', 'server/catalogue']))
    await runVite('site')
  const tab = join(root, 'dist/tab-export')
  if (!isUpToDate(join(tab, 'service-worker.js'), 'version', ['vite.config.ts']))
    await runVite('tab-export')
  return [dirname(file), tab]
}

const runBuild = (target: ExtensionTarget, settings: Record<string, string> = {}) =>
  run([wxt, 'build', '-b', target], settings)

const runVite = (mode: string) => run([vite, 'build', '--mode', mode])

const run = async (command: string[], settings: Record<string, string> = {}): Promise<void> => {
  // Vitest sets NODE_ENV to `test`, which would produce a development build.
  const env = { ...process.env, NODE_ENV: 'production', ...settings }
  await promisify(execFile)(process.execPath, command, { cwd: root, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`)
    },
  )
}

const isUpToDate = (built: string, mark: string, moreSources: string[] = []): boolean => {
  if (!existsSync(built) || !readFileSync(built, 'utf8').includes(mark)) return false
  const builtAt = statSync(built).mtimeMs
  return [...sources, ...moreSources].every((source) => newestChange(join(root, source)) <= builtAt)
}

const newestChange = (path: string): number => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}
