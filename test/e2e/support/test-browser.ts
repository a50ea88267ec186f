import { resolve } from 'node:path'
import type { Page } from 'playwright'
import { vi } from 'vitest'
import type { StaticHosts } from '../../emulators/static-hosts.ts'
import { isLongRun } from '../../long-run.ts'
import { type ChromiumWithExtension, launchChromium } from '../../tools/browsers/chromium.ts'
import { launchFirefox } from '../../tools/browsers/firefox.ts'
import type { FirefoxPage } from '../../tools/browsers/firefox-page.ts'
import type { Preferences } from '../../tools/browsers/firefox-profile.ts'
import { packageDir } from '../../tools/servers/programs.ts'

export const everyBrowser = ['chromium', 'firefox'] as const
export type BrowserName = (typeof everyBrowser)[number]

export { isLongRun }
/** Firefox differs little in these tests, so only `npm run test:all` uses it. */
export const browserNames: readonly BrowserName[] = isLongRun ? everyBrowser : ['chromium']

export type TestTab = Pick<
  FirefoxPage,
  'evaluate' | 'waitFor' | 'click' | 'screenshot' | 'close'
> & {
  press(key: Key): Promise<void>
}

/** Special keys by DOM name, as the code points that WebDriver uses for them. */
const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const
type Key = keyof typeof keys | 'n' | 'p' | 'h' | 'b' | 'd' | 'i' | 'f' | '?'

export interface TestBrowser {
  openNewTab(): Promise<TestTab>
  openNewTabs(count: number): Promise<TestTab[]>
  openOptions(): Promise<TestTab>
  openWelcome(): Promise<TestTab>
  openFavorites(): Promise<TestTab>
  waitForPage(path: string): Promise<TestTab>
  open(url: string): Promise<TestTab>
  stopBackground(): Promise<void>
  setOffline(offline: boolean): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

interface LaunchOptions {
  extensionDir?: string
  profileDir?: string
  preferences?: Preferences
  /** Every host name leads to these hosts. Their certificate is accepted. */
  hosts?: StaticHosts
}

const viewport = { width: 1280, height: 720 }
const root = packageDir ?? resolve(import.meta.dirname, '../../..')
const dist = (target: string) => resolve(root, `dist/${target}-mv3`)

/** A profile in `profileDir` remains after `close()`. */
export const launchBrowser = (name: BrowserName, options: LaunchOptions = {}) =>
  name === 'chromium' ? startChromium(options) : startFirefox(options)

export const chromiumDir = dist('chrome')
export const firefoxDir = dist('firefox')

const startChromium = async ({
  profileDir,
  hosts,
  extensionDir = chromiumDir,
}: LaunchOptions): Promise<TestBrowser> => {
  const browser = await launchChromium({
    extensionDir,
    viewport,
    ...(profileDir && { userDataDir: profileDir }),
    ...(hosts && { args: toFlags(hosts) }),
  })
  return toTestBrowser(browser)
}

/** For tests that also need tools that only Chromium has. */
export const toTestBrowser = (browser: ChromiumWithExtension): TestBrowser => ({
  openNewTab: async () => fromPlaywright(await browser.openNewTab()),
  openNewTabs: async (count) => {
    const pages = await times(count, browser.openNewTab)
    return pages.map(fromPlaywright)
  },
  openOptions: async () => fromPlaywright(await browser.openExtensionPage('options.html')),
  openWelcome: async () => fromPlaywright(await browser.openExtensionPage('welcome.html')),
  openFavorites: async () => fromPlaywright(await browser.openExtensionPage('favorites.html')),
  waitForPage: async (path) => fromPlaywright(await browser.waitForPage(path)),
  open: async (url) => {
    const page = await browser.context.newPage()
    await page.goto(url)
    return fromPlaywright(page)
  },
  stopBackground: browser.stopBackground,
  setOffline: browser.setOffline,
  kill: browser.kill,
  close: browser.close,
})

export const toFlags = ({ port, spki }: StaticHosts) => [
  `--host-resolver-rules=MAP * 127.0.0.1:${port},EXCLUDE 127.0.0.1,EXCLUDE localhost`,
  `--ignore-certificate-errors-spki-list=${spki}`,
]

const toPreferences = ({ port }: StaticHosts) => ({
  'network.dns.forceResolve': '127.0.0.1',
  'network.socket.forcePort': `443=${port};80=${port}`,
})

const startFirefox = async (options: LaunchOptions): Promise<TestBrowser> => {
  const { profileDir, hosts, extensionDir = firefoxDir } = options
  const preferences = { ...options.preferences, ...(hosts && toPreferences(hosts)) }
  const browser = await launchFirefox({
    extensionDir,
    viewport,
    preferences,
    acceptInsecureCerts: hosts !== undefined,
    ...(profileDir && { profileDir }),
  })
  const openPage = async (path: string) => fromFirefox(await browser.openExtensionPage(path))
  return {
    openNewTab: async () => fromFirefox(await browser.openNewTab()),
    // By address, because Ctrl+T does not tell which of several new tabs is which.
    openNewTabs: (count) => times(count, () => openPage('newtab.html')),
    openOptions: () => openPage('options.html'),
    openWelcome: () => openPage('welcome.html'),
    openFavorites: () => openPage('favorites.html'),
    waitForPage: async (path) => fromFirefox(await browser.waitForPage(path)),
    open: async (url) => fromFirefox(await browser.open(url)),
    stopBackground: browser.stopBackground,
    setOffline: browser.setOffline,
    kill: browser.kill,
    close: browser.close,
  }
}

export const fromFirefox = (page: FirefoxPage): TestTab => ({
  ...page,
  press: (key) => page.press(key in keys ? keys[key as keyof typeof keys] : key),
})

const times = <T>(count: number, open: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, open))

export const fromPlaywright = (page: Page): TestTab => ({
  evaluate: (code, ...args) => page.evaluate(toExpression(code, args)),
  // The extension's CSP forbids Playwright's `waitForFunction`, which evaluates strings.
  waitFor: (code, timeoutMs = 60_000) =>
    vi.waitFor(async () => {
      const isSo = await page.evaluate(toExpression(code, []))
      if (!isSo) throw new Error(`Not true: ${code}`)
    }, timeoutMs),
  click: (selector) => page.click(selector),
  press: (key) => page.keyboard.press(key),
  screenshot: () => page.screenshot(),
  close: () => page.close(),
})

const toExpression = (code: unknown, args: unknown[]): string =>
  typeof code === 'function'
    ? `(${code})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
    : String(code)
