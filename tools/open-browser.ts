import { launchChromium } from '../test/tools/browsers/chromium.ts'
import { findChromium, findFirefox } from '../test/tools/browsers/find-browser.ts'
import { launchFirefox } from '../test/tools/browsers/firefox.ts'
import type { ExtensionTarget } from './build-extension.ts'

export interface OpenBrowser {
  closed: Promise<void>
  close(): Promise<void>
}

/** Chooses an installed browser. If no browser can be shown, `problem` says why and what to do. */
export const chooseBrowser = (wanted?: ExtensionTarget): ExtensionTarget | { problem: string } => {
  if (!hasDisplay()) {
    return { problem: 'No display found. Run this on a desktop, or with xvfb-run -a.' }
  }
  const found = { chrome: findChromium(), firefox: findFirefox() }
  const targets: ExtensionTarget[] = wanted ? [wanted] : ['chrome', 'firefox']
  const target = targets.find((each) => found[each])
  if (target) return target
  const names = wanted === 'firefox' ? 'Firefox' : wanted ? 'Chromium' : 'Chromium or Firefox'
  return {
    problem: `No ${names} found. Install it, or set CHROMIUM_PATH or FIREFOX_PATH to the program.`,
  }
}

export const openBrowser = async (
  target: ExtensionTarget,
  extensionDir: string,
  args: string[] = [],
): Promise<OpenBrowser> => {
  return target === 'chrome' ? openChromium(extensionDir, args) : openFirefox(extensionDir)
}

const openChromium = async (extensionDir: string, args: string[]): Promise<OpenBrowser> => {
  const browser = await launchChromium({
    extensionDir,
    headless: false,
    viewport: null,
    closeOnSignal: false,
    args,
  })
  const closed = new Promise<void>((resolve) => browser.context.once('close', () => resolve()))
  const [blank] = browser.context.pages()
  await browser.openNewTab()
  await blank?.close()
  return { closed, close: browser.close }
}

const openFirefox = async (extensionDir: string): Promise<OpenBrowser> => {
  const browser = await launchFirefox({ extensionDir, headless: false })
  await browser.openNewTab()
  return { closed: browser.exited, close: browser.close }
}

/**
 * Returns whether a window can be shown. macOS and Windows always have a display, and elsewhere X11
 * or Wayland sets a variable.
 */
const hasDisplay = (): boolean => {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return ['darwin', 'win32'].includes(process.platform) || !!(DISPLAY || WAYLAND_DISPLAY)
}
