import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const WXT = join(ROOT, 'node_modules/wxt/bin/wxt.mjs')
const SOURCES = ['extension', 'shared', 'wxt.config.ts', 'package.json']

export type ExtensionTarget = 'chrome' | 'firefox'

/** Where `wxt build` leaves the extension for this browser. */
export function extensionDir(target: ExtensionTarget): string {
  return join(ROOT, 'dist', `${target}-mv3`)
}

/** Builds the extension unless what is in `dist` is newer than every source; returns its folder. */
export async function buildExtension(target: ExtensionTarget): Promise<string> {
  const dir = extensionDir(target)
  if (isUpToDate(join(dir, 'manifest.json'))) return dir

  await runBuild(target)
  return dir
}

/**
 * Builds the extension with other settings into a folder of its own; returns the one inside it. Servers
 * of this process go on answering.
 */
export async function buildExtensionInto(
  outDir: string,
  target: ExtensionTarget,
  settings: Record<string, string>,
): Promise<string> {
  await runBuild(target, { ...settings, WXT_OUT_DIR: outDir })
  return join(outDir, `${target}-mv3`)
}

async function runBuild(target: ExtensionTarget, settings: Record<string, string> = {}) {
  // What is tested is what is shipped: vitest's own NODE_ENV would make it a development build.
  const env = { ...process.env, NODE_ENV: 'production', ...settings }
  const command = [WXT, 'build', '-b', target]
  await promisify(execFile)(process.execPath, command, { cwd: ROOT, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`wxt build failed:\n${stdout}${stderr}`)
    },
  )
}

function isUpToDate(built: string): boolean {
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  return SOURCES.every((source) => newestChange(join(ROOT, source)) <= builtAt)
}

function newestChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}
