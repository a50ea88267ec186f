import { join } from 'node:path'
import { chromium } from 'playwright'
import { isExecutable, onPath } from '../servers/find-servers.ts'

/** Not Google Chrome, which ignores `--load-extension` since version 137. */
export const findChromium = (): string | undefined =>
  [
    process.env.CHROMIUM_PATH ?? '',
    ...listOnPath('chromium', 'chromium-browser'),
    ...listUsual('Chromium', 'Chromium', 'Chromium/Application/chrome.exe'),
    chromium.executablePath(),
  ].find(isExecutable)

export const findFirefox = (): string | undefined =>
  [
    process.env.FIREFOX_PATH ?? '',
    ...listOnPath('firefox-esr', 'firefox'),
    ...listUsual('Firefox', 'firefox', 'Mozilla Firefox/firefox.exe'),
  ].find(isExecutable)

const listOnPath = (...names: string[]) => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return names.flatMap((name) => onPath().map((dir) => join(dir, name + suffix)))
}

/** The places of an app on macOS, and of a program on Windows. */
const listUsual = (app: string, binary: string, program: string): string[] => {
  const { HOME = '', PROGRAMFILES, LOCALAPPDATA } = process.env
  if (process.platform === 'darwin')
    return ['/Applications', join(HOME, 'Applications')].map((folder) =>
      join(folder, `${app}.app/Contents/MacOS/${binary}`),
    )
  if (process.platform !== 'win32') return []
  const roots = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA]
  return roots.filter((root) => root !== undefined).map((root) => join(root, program))
}
