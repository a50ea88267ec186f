import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

type Env = Record<string, string | undefined>

/**
 * Path of a Chromium that can load an unpacked extension, or undefined. `CHROMIUM_PATH` wins; then
 * the usual names and places; then the one that `npx playwright install chromium` leaves behind.
 * Google Chrome is left out on purpose: since version 137 it ignores `--load-extension`.
 */
export function findChromium(env: Env = process.env): string | undefined {
  return (
    fromSetting(env.CHROMIUM_PATH) ??
    onPath(['chromium', 'chromium-browser'], env) ??
    firstExecutable(chromiumPlaces(env)) ??
    firstExecutable([chromium.executablePath()])
  )
}

/** Path of a Firefox, or undefined. `FIREFOX_PATH` wins; then the usual names and places. */
export function findFirefox(env: Env = process.env): string | undefined {
  return (
    fromSetting(env.FIREFOX_PATH) ??
    onPath(['firefox-esr', 'firefox'], env) ??
    firstExecutable(firefoxPlaces(env))
  )
}

function fromSetting(path: string | undefined): string | undefined {
  return path ? firstExecutable([path]) : undefined
}

function onPath(names: string[], env: Env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return firstExecutable(names.flatMap((name) => folders.map((dir) => join(dir, name + suffix))))
}

function chromiumPlaces(env: Env): string[] {
  if (process.platform === 'darwin') return macApp('Chromium', 'Chromium', env)
  if (process.platform === 'win32') return windowsProgram('Chromium/Application/chrome.exe', env)
  return []
}

function firefoxPlaces(env: Env): string[] {
  if (process.platform === 'darwin') return macApp('Firefox', 'firefox', env)
  if (process.platform === 'win32') return windowsProgram('Mozilla Firefox/firefox.exe', env)
  return []
}

function macApp(app: string, binary: string, env: Env): string[] {
  return ['/Applications', join(env.HOME ?? '', 'Applications')].map((folder) =>
    join(folder, `${app}.app/Contents/MacOS/${binary}`),
  )
}

function windowsProgram(path: string, env: Env): string[] {
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
  return roots.filter((root) => root !== undefined).map((root) => join(root, path))
}

function firstExecutable(paths: string[]): string | undefined {
  return paths.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
