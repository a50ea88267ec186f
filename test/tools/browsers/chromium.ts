import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findChromium } from './find-browser.ts'

const newTabTimeoutMs = 30_000
const stopTimeoutMs = 15_000

/** No first-run pages, and no traffic of the browser's own that a test would have to explain. */
export const quietFlags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface LaunchChromiumOptions {
  /** The built extension, e.g. `dist/chrome-mv3`. */
  extensionDir: string
  /** A profile to keep across restarts; without it a fresh one, deleted by `close()`. */
  userDataDir?: string
  headless?: boolean
  /** CSS pixels; `null` follows the window. */
  viewport?: { width: number; height: number } | null
  deviceScaleFactor?: number
  args?: string[]
  /** False when the caller itself closes the browser on Ctrl-C; otherwise Playwright ends it all. */
  closeOnSignal?: boolean
  /** Leaves the tab that greets after the installation open. */
  keepWelcome?: boolean
}

export interface ChromiumWithExtension {
  context: BrowserContext
  extensionId: string
  /** Opens a tab as the user's Ctrl+T does, and waits until the extension's page has loaded. */
  openNewTab(): Promise<Page>
  /** Opens a page of the extension, e.g. `options.html`. */
  openExtensionPage(path: string): Promise<Page>
  /** Ends the background service worker, as Chromium does after 30 s of idleness. */
  stopBackground(): Promise<void>
  /** Ends the browser at once, as a crash or the power going out would. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts Chromium with the extension loaded. Throws when no Chromium is found. */
export const launchChromium = async (
  options: LaunchChromiumOptions,
): Promise<ChromiumWithExtension> => {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium found: run node test/tools/browsers/install-browsers.ts')

  const extensionDir = await realpath(options.extensionDir)
  const extensionId = await readExtensionId(extensionDir)
  const userDataDir = options.userDataDir ?? (await makeTempDir('chromium'))
  const { headless = true, viewport = { width: 1280, height: 720 }, closeOnSignal = true } = options
  const hasWelcome = !options.keepWelcome && opensWelcome(extensionDir, options.userDataDir)
  const context = await chromium.launchPersistentContext(userDataDir, {
    executablePath,
    headless,
    viewport,
    // Chromium refuses a scale factor together with a viewport that follows the window.
    ...(viewport && { deviceScaleFactor: options.deviceScaleFactor ?? 1 }),
    handleSIGINT: closeOnSignal,
    handleSIGTERM: closeOnSignal,
    handleSIGHUP: closeOnSignal,
    // A person should see the page, not a bar that says that a program drives the browser.
    ignoreDefaultArgs: headless ? [] : ['--enable-automation'],
    args: [...extensionFlags(extensionDir), ...quietFlags, ...(options.args ?? [])],
  })
  if (hasWelcome) await closeWelcome(() => closePage(context, '/welcome.html'))
  return {
    context,
    extensionId,
    openNewTab: () => openNewTab(context, extensionId),
    openExtensionPage: (path) => openPage(context, `chrome-extension://${extensionId}/${path}`),
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
  // Chromium's sandbox does not start as root, which is who runs a container.
  return process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags
}

/**
 * Chromium's id of an unpacked extension: the first 16 bytes of the SHA-256 of the manifest's key,
 * else of the folder's path, with a–p as hexadecimal digits. Computing it needs no running worker.
 */
const readExtensionId = async (dir: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8'))
  const source =
    typeof manifest.key === 'string'
      ? Buffer.from(manifest.key, 'base64')
      : Buffer.from(dir, process.platform === 'win32' ? 'utf16le' : 'utf8')
  const hex = createHash('sha256').update(source).digest('hex').slice(0, 32)
  return [...hex].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

/** Chromium shows its own page while the extension is still being loaded: ask again until then. */
const openNewTab = async (context: BrowserContext, extensionId: string): Promise<Page> => {
  const page = await openPage(context, 'chrome://newtab/')
  const isThere = () => page.url().startsWith(`chrome-extension://${extensionId}/`)
  const deadline = Date.now() + newTabTimeoutMs
  while (!isThere() && Date.now() < deadline) {
    await sleep(100)
    await page.goto('chrome://newtab/')
  }
  if (isThere()) return page
  throw new Error(`chrome://newtab/ shows ${page.url()}, not the extension ${extensionId}`)
}

/**
 * Opens a tab that has this address from the start, and waits until it has loaded. Playwright's own
 * is empty at first, for which Chromium starts a process that is of no use afterwards.
 */
const openPage = async (context: BrowserContext, url: string): Promise<Page> => {
  const cdp = await context.browser()?.newBrowserCDPSession()
  if (!cdp) throw new Error('A context without a browser opens no tab')
  const created = cdp.send('Target.createTarget', { url })
  const isCreated = async (page: Page) =>
    (await readTargetId(context, page)) === (await created).targetId
  const page = await context.waitForEvent('page', { predicate: isCreated })
  await cdp.detach()
  await waitUntilLoaded(page)
  return page
}

/** Undefined when the page is gone. */
const readTargetId = async (context: BrowserContext, page: Page): Promise<string | undefined> => {
  const cdp = await context.newCDPSession(page).catch(() => undefined)
  const target = await cdp?.send('Target.getTargetInfo').catch(() => undefined)
  await cdp?.detach().catch(() => {})
  return target?.targetInfo.targetId
}

/** While the extension's page takes the place of the browser's, code has nowhere to run. */
const waitUntilLoaded = async (page: Page): Promise<void> => {
  const deadline = Date.now() + newTabTimeoutMs
  const isLoaded = () => page.evaluate(`document.readyState === 'complete'`).catch(() => false)
  while (!(await isLoaded())) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not load`)
    await sleep(10)
  }
}

/**
 * False when there is no page at this path yet. Closed while it reads its first text, it would leave
 * Chromium's process without any: what was cut off there is kept as if it were all.
 */
const closePage = async (context: BrowserContext, path: string): Promise<boolean> => {
  const page = context.pages().find((open) => open.url().endsWith(path))
  await page?.waitForSelector('h1')
  await page?.close()
  return page !== undefined
}

const stopBackground = async (context: BrowserContext): Promise<void> => {
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  try {
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    const deadline = Date.now() + stopTimeoutMs
    while (await hasServiceWorker(cdp)) {
      if (Date.now() > deadline) throw new Error('The background worker does not stop')
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
  if (!cdp) throw new Error('A context without a browser cannot be killed')
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

const welcomeTimeoutMs = 10_000

/** True when this extension opens its welcome in this profile: once, when it is installed. */
export const opensWelcome = (extensionDir: string, profileDir: string | undefined): boolean =>
  existsSync(join(extensionDir, 'welcome.html')) &&
  // Both are written at the first start of a browser with the profile.
  !['Default', 'prefs.js'].some((name) => profileDir && existsSync(join(profileDir, name)))

/**
 * Closes the welcome, so that a test begins with the tabs that it opens. A browser that opens none is
 * a fault that a test of the welcome finds.
 */
export const closeWelcome = async (
  closeIfThere: () => Promise<boolean>,
  timeoutMs = welcomeTimeoutMs,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (!(await closeIfThere()) && Date.now() < deadline) await sleep(20)
}
