import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

type Env = Record<string, string | undefined>

/** Not Google Chrome, which ignores `--load-extension` since version 137. */
export const findChromium = (env: Env = process.env): string | undefined => {
  return (
    fromSetting(env.CHROMIUM_PATH) ??
    onPath(['chromium', 'chromium-browser'], env) ??
    firstExecutable(chromiumPlaces(env)) ??
    firstExecutable([chromium.executablePath()])
  )
}

/** Finds Firefox. It looks at `FIREFOX_PATH` first, then in the usual places. */
export const findFirefox = (env: Env = process.env): string | undefined => {
  return (
    fromSetting(env.FIREFOX_PATH) ??
    onPath(['firefox-esr', 'firefox'], env) ??
    firstExecutable(firefoxPlaces(env))
  )
}

const fromSetting = (path: string | undefined): string | undefined => {
  return path ? firstExecutable([path]) : undefined
}

const onPath = (names: string[], env: Env): string | undefined => {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return firstExecutable(names.flatMap((name) => folders.map((dir) => join(dir, name + suffix))))
}

const chromiumPlaces = (env: Env): string[] => {
  if (process.platform === 'darwin') return macApp('Chromium', 'Chromium', env)
  if (process.platform === 'win32') return windowsProgram('Chromium/Application/chrome.exe', env)
  return []
}

const firefoxPlaces = (env: Env): string[] => {
  if (process.platform === 'darwin') return macApp('Firefox', 'firefox', env)
  if (process.platform === 'win32') return windowsProgram('Mozilla Firefox/firefox.exe', env)
  return []
}

const macApp = (app: string, binary: string, env: Env): string[] => {
  return ['/Applications', join(env.HOME ?? '', 'Applications')].map((folder) =>
    join(folder, `${app}.app/Contents/MacOS/${binary}`),
  )
}

const windowsProgram = (path: string, env: Env): string[] => {
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
  return roots.filter((root) => root !== undefined).map((root) => join(root, path))
}

const firstExecutable = (paths: string[]): string | undefined => {
  return paths.find(isExecutable)
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
