import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findChromium } from './find-browser.ts'

const newTabTimeoutMs = 60_000
const stopTimeoutMs = 60_000

export const quietFlags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface LaunchChromiumOptions {
  extensionDir: string
  userDataDir?: string
  headless?: boolean
  /** The page's size in CSS pixels. With `null`, the page follows the size of the window. */
  viewport?: { width: number; height: number } | null
  args?: string[]
  /** Pass false if the caller closes the browser on Ctrl-C. By default Playwright closes it. */
  closeOnSignal?: boolean
  keepWelcome?: boolean
}

export interface ChromiumWithExtension {
  context: BrowserContext
  extensionId: string
  openNewTab(): Promise<Page>
  openExtensionPage(path: string): Promise<Page>
  waitForPage(path: string): Promise<Page>
  setOffline(offline: boolean): Promise<void>
  stopBackground(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

export const launchChromium = async (
  options: LaunchChromiumOptions,
): Promise<ChromiumWithExtension> => {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium found. Run: npx node test/tools/browsers/install-browsers.ts')

  const extensionDir = await realpath(options.extensionDir)
  const extensionId = await readExtensionId(extensionDir)
  const userDataDir = options.userDataDir ?? (await makeTempDir('chromium'))
  const { headless = true, viewport = { width: 1280, height: 720 }, closeOnSignal = true } = options
  const hasWelcome = !options.keepWelcome && opensWelcome(extensionDir, options.userDataDir)
  const context = await chromium.launchPersistentContext(userDataDir, {
    executablePath,
    headless,
    viewport,
    handleSIGINT: closeOnSignal,
    handleSIGTERM: closeOnSignal,
    handleSIGHUP: closeOnSignal,
    // Hides the banner that says that a program controls the browser.
    ignoreDefaultArgs: headless ? [] : ['--enable-automation'],
    args: [...extensionFlags(extensionDir), ...quietFlags, ...(options.args ?? [])],
  })
  context.setDefaultTimeout(60_000)
  if (hasWelcome) await closeWelcome(context)
  let open: OpenPage = openPage
  return {
    context,
    extensionId,
    openNewTab: () => openNewTab(context, extensionId, open),
    openExtensionPage: (path) => open(context, `chrome-extension://${extensionId}/${path}`),
    waitForPage: async (path) => {
      const isIt = (page: Page) => page.url().endsWith(`${extensionId}/${path}`)
      return context.pages().find(isIt) ?? context.waitForEvent('page', { predicate: isIt })
    },
    setOffline: async (offline) => {
      open = offline ? openEmptyPageFirst : openPage
      await context.setOffline(offline)
    },
    stopBackground: () => stopBackground(context),
    kill: () => kill(context),
    close: async () => {
      await context.close()
      if (!options.userDataDir) await removeDir(userDataDir)
    },
  }
}

export const extensionFlags = (dir: string): string[] => {
  const flags = [`--disable-extensions-except=${dir}`, `--load-extension=${dir}`]
  // Chromium's sandbox does not work for root. Tests in a container usually run as root.
  return process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags
}

/** The first 16 bytes of a hash of the key or else of the path, in the letters a–p. */
const readExtensionId = async (dir: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8'))
  const source =
    typeof manifest.key === 'string'
      ? Buffer.from(manifest.key, 'base64')
      : Buffer.from(dir, process.platform === 'win32' ? 'utf16le' : 'utf8')
  const hex = createHash('sha256').update(source).digest('hex').slice(0, 32)
  return [...hex].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

/** Navigates until the extension has loaded and replaces Chromium's own page. */
const openNewTab = async (
  context: BrowserContext,
  extensionId: string,
  open: OpenPage,
): Promise<Page> => {
  const page = await open(context, 'chrome://newtab/')
  const isThere = () => page.url().startsWith(`chrome-extension://${extensionId}/`)
  const deadline = Date.now() + newTabTimeoutMs
  while (!isThere() && Date.now() < deadline) {
    await sleep(100)
    await page.goto('chrome://newtab/')
  }
  if (isThere()) return page
  throw new Error(`chrome://newtab/ shows ${page.url()}, not the extension ${extensionId}`)
}

type OpenPage = (context: BrowserContext, url: string) => Promise<Page>

/** A page that is created with its address may request pictures before Playwright takes it offline. */
const openEmptyPageFirst: OpenPage = async (context, url) => {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Playwright's `newPage()` would start an extra process for an empty page. */
const openPage: OpenPage = async (context, url) => {
  const cdp = await context.browser()?.newBrowserCDPSession()
  if (!cdp) throw new Error('A browser context without a browser cannot open a tab')
  const created = cdp.send('Target.createTarget', { url })
  const isCreated = async (page: Page) =>
    (await readTargetId(context, page)) === (await created).targetId
  const page = await context.waitForEvent('page', { predicate: isCreated })
  await cdp.detach()
  await waitUntilLoaded(page)
  return page
}

/** Undefined when the page has closed. */
const readTargetId = async (context: BrowserContext, page: Page): Promise<string | undefined> => {
  const cdp = await context.newCDPSession(page).catch(() => undefined)
  const target = await cdp?.send('Target.getTargetInfo').catch(() => undefined)
  await cdp?.detach().catch(() => {})
  return target?.targetInfo.targetId
}

/** A single wait would fail when the page replaces the browser's own page. */
const waitUntilLoaded = async (page: Page): Promise<void> => {
  const deadline = Date.now() + newTabTimeoutMs
  const isLoaded = () => page.evaluate(`document.readyState === 'complete'`).catch(() => false)
  while (!(await isLoaded())) {
    if (Date.now() > deadline) throw new Error(`${page.url()} did not finish loading`)
    await sleep(10)
  }
}

const stopBackground = async (context: BrowserContext): Promise<void> => {
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  try {
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    const deadline = Date.now() + stopTimeoutMs
    while (await hasServiceWorker(cdp)) {
      if (Date.now() > deadline)
        throw new Error('The background worker did not stop within a minute')
      await sleep(20)
    }
  } finally {
    await cdp.detach()
  }
}

interface ProcessInfo {
  processInfo: { type: string; id: number }[]
}

const kill = async (context: BrowserContext): Promise<void> => {
  const cdp = await context.browser()?.newBrowserCDPSession()
  if (!cdp) throw new Error('A browser context without a browser cannot be killed')
  const { processInfo } = (await cdp.send('SystemInfo.getProcessInfo')) as ProcessInfo
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  const main = processInfo.find(({ type }) => type === 'browser')
  if (main) process.kill(main.id, 'SIGKILL')
  await closed
}

const hasServiceWorker = async (cdp: CDPSession): Promise<boolean> => {
  const { targetInfos } = await cdp.send('Target.getTargets')
  return targetInfos.some((target) => target.type === 'service_worker')
}

/** It opens once per profile, at the installation. */
const opensWelcome = (extensionDir: string, profileDir: string | undefined): boolean =>
  existsSync(join(extensionDir, 'welcome.html')) &&
  // Chromium makes the folder `Default` at a profile's first start.
  !(profileDir && existsSync(join(profileDir, 'Default')))

/**
 * Closes the welcome tab, so that a test starts without extra tabs. A welcome tab that never opens
 * is not an error here, because the test of the welcome page detects it. The function waits for the page's heading
 * first, because closing a page while it loads its texts leaves Chromium with truncated texts.
 */
const closeWelcome = async (context: BrowserContext): Promise<void> => {
  const deadline = Date.now() + newTabTimeoutMs
  const find = () => context.pages().find((open) => open.url().endsWith('/welcome.html'))
  while (!find() && Date.now() < deadline) await sleep(20)
  await find()?.waitForSelector('h1')
  await find()?.close()
}
