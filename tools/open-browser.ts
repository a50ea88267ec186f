import { launchChromium } from '../test/tools/browsers/chromium.ts'
import { findChromium, findFirefox } from '../test/tools/browsers/find-browser.ts'
import { launchFirefox } from '../test/tools/browsers/firefox.ts'
import type { ExtensionTarget } from './build-extension.ts'

export interface OpenBrowser {
  closed: Promise<unknown>
  close(): Promise<void>
}

/**
 * Chooses an installed browser.
 * @throws Error with the reason and what to do, if no browser can be shown
 */
export const chooseBrowser = (wanted?: ExtensionTarget): ExtensionTarget => {
  if (!hasDisplay())
    throw new Error('No display found. Run this on a desktop, or with xvfb-run -a.')
  if (wanted !== 'firefox' && findChromium()) return 'chrome'
  if (wanted !== 'chrome' && findFirefox()) return 'firefox'
  const names = { chrome: 'Chromium', firefox: 'Firefox', any: 'Chromium or Firefox' }
  throw new Error(
    `No ${names[wanted ?? 'any']} found. Install it, or set CHROMIUM_PATH or FIREFOX_PATH to the program.`,
  )
}

export const openBrowser = async (
  target: ExtensionTarget,
  extensionDir: string,
  args: string[] = [],
): Promise<OpenBrowser> => {
  if (target === 'firefox') {
    const { openNewTab, exited, close } = await launchFirefox({ extensionDir, headless: false })
    await openNewTab()
    return { closed: exited, close }
  }
  const { context, openNewTab, close } = await launchChromium({
    extensionDir,
    headless: false,
    viewport: null,
    closeOnSignal: false,
    args,
  })
  const closed = new Promise((done) => context.once('close', done))
  const [blank] = context.pages()
  await openNewTab()
  await blank?.close()
  return { closed, close }
}

/** macOS and Windows always have a display. Elsewhere X11 or Wayland sets a variable. */
const hasDisplay = (): boolean => {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return ['darwin', 'win32'].includes(process.platform) || !!(DISPLAY || WAYLAND_DISPLAY)
}
