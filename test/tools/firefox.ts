import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bidi, connectBidi } from './bidi.ts'
import { collectOutput, dieWithParent, killChild, stopChild, waitForOutput } from './child.ts'
import { findFirefox } from './find-browser.ts'
import { createFirefoxPage, evaluateIn, type FirefoxPage } from './firefox-page.ts'
import { EXTENSION_UUID, readGeckoId, writeProfile } from './firefox-profile.ts'
import { makeTempDir, removeDir } from './temp-dir.ts'
import { closeWelcome, opensWelcome } from './welcome.ts'

const START_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 20_000
const NEW_TAB_TIMEOUT_MS = 30_000
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

export type LaunchFirefoxOptions = {
  /** The built extension, e.g. `dist/firefox-mv3`. */
  extensionDir: string
  /** A profile to keep across restarts; without it a fresh one, deleted by `close()`. */
  profileDir?: string
  headless?: boolean
  /** CSS pixels of every tab. */
  viewport?: { width: number; height: number }
  /** Leaves the tab that greets after the installation open. */
  keepWelcome?: boolean
}

export type FirefoxWithExtension = {
  /** `moz-extension://<uuid>`, without a slash at the end. */
  extensionUrl: string
  /** Opens a tab with the command behind Ctrl+T, and waits until the extension's page has loaded. */
  openNewTab(): Promise<FirefoxPage>
  /** Opens a page of the extension, e.g. `options.html`. */
  openExtensionPage(path: string): Promise<FirefoxPage>
  /** Opens any other address. */
  open(url: string): Promise<FirefoxPage>
  /** Ends the background page, as Firefox does after 30 s of idleness. */
  stopBackground(): Promise<void>
  /** Cuts the whole browser off the network, background page included. */
  setOffline(offline: boolean): Promise<void>
  /** Resolves when the browser has ended, for whatever reason. */
  exited: Promise<void>
  /** Ends it at once, as a crash or the power going out would. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts Firefox with the extension loaded, over WebDriver BiDi. Throws when none is found. */
export async function launchFirefox(options: LaunchFirefoxOptions): Promise<FirefoxWithExtension> {
  const executable = findFirefox()
  if (!executable) throw new Error('No Firefox found: run node test/tools/install-browsers.ts')

  const extensionDir = await realpath(options.extensionDir)
  const geckoId = await readGeckoId(extensionDir)
  const profileDir = options.profileDir ?? (await makeTempDir('firefox'))
  const hasWelcome = !options.keepWelcome && opensWelcome(extensionDir, options.profileDir)
  await writeProfile(profileDir, geckoId)

  const child = startFirefox(executable, profileDir, options.headless ?? true)
  const exited = once(child, 'exit').then(
    () => {},
    () => {},
  )
  const close = async (bidi?: Bidi) => {
    // Asked to close, Firefox writes its storage: on a busy machine that takes its time.
    await bidi?.send('browser.close').catch(() => {})
    bidi?.close()
    await Promise.race([exited, sleep(bidi ? CLOSE_TIMEOUT_MS : 0, undefined, { ref: false })])
    await stopChild(child)
    if (!options.profileDir) await removeDir(profileDir)
  }
  try {
    const bidi = await connect(child)
    await bidi.send('webExtension.install', { extensionData: { type: 'path', path: extensionDir } })
    if (hasWelcome) await closeWelcome(() => closeTab(bidi, '/welcome.html'))
    if (options.viewport) await setViewport(bidi, options.viewport)
    const kill = () => killChild(child).then(() => bidi.close())
    return { ...createBrowser(bidi, geckoId), exited, kill, close: () => close(bidi) }
  } catch (error) {
    await close()
    throw error
  }
}

function startFirefox(executable: string, profileDir: string, headless: boolean): ChildProcess {
  const args = [
    ...(headless ? ['--headless'] : []),
    '--no-remote',
    '--remote-debugging-port=0',
    // Without it BiDi may neither open pages of an extension nor reach the browser's own window.
    '--remote-allow-system-access',
    '--profile',
    profileDir,
  ]
  const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  dieWithParent(child)
  return child
}

async function connect(child: ChildProcess): Promise<Bidi> {
  const log = collectOutput(child)
  const url = await waitForOutput(child, LISTENING, START_TIMEOUT_MS, log)
  const bidi = await connectBidi(`${url}/session`)
  await bidi.send('session.new', { capabilities: {} })
  return bidi
}

function createBrowser(bidi: Bidi, geckoId: string) {
  const extensionUrl = `moz-extension://${EXTENSION_UUID}`
  const open = async (url: string) => {
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
      type: 'tab',
    })
    const page = createFirefoxPage(bidi, context)
    await page.goto(url)
    return page
  }
  return {
    extensionUrl,
    open,
    openExtensionPage: (path: string) => open(`${extensionUrl}/${path}`),
    openNewTab: () => openNewTab(bidi, extensionUrl),
    stopBackground: () => inBrowser(bidi, terminateBackground, geckoId),
    setOffline: (offline: boolean) => inBrowser(bidi, switchNetwork, offline),
  }
}

async function openNewTab(bidi: Bidi, extensionUrl: string): Promise<FirefoxPage> {
  const before = new Set(await listTabs(bidi))
  await inBrowser(bidi, 'void window.BrowserCommands.openTab()')
  const deadline = Date.now() + NEW_TAB_TIMEOUT_MS
  while (Date.now() < deadline) {
    const opened = (await listTabs(bidi)).find((id) => !before.has(id))
    if (opened) {
      const page = createFirefoxPage(bidi, opened)
      await page.waitFor(
        `location.href.startsWith('${extensionUrl}/') && document.readyState === 'complete'`,
      )
      return page
    }
    await sleep(50)
  }
  throw new Error('Firefox opened no new tab')
}

type Tree = { contexts: { context: string; url: string }[] }

/** False when there is no tab at this path. */
async function closeTab(bidi: Bidi, path: string): Promise<boolean> {
  const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { maxDepth: 0 })
  const tab = contexts.find(({ url }) => url.endsWith(path))
  if (tab) await bidi.send('browsingContext.close', { context: tab.context })
  return tab !== undefined
}

async function listTabs(bidi: Bidi): Promise<string[]> {
  const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { maxDepth: 0 })
  return contexts.map(({ context }) => context)
}

/** Runs code in the browser's own window, where its internals are within reach. */
async function inBrowser<Args extends unknown[]>(
  bidi: Bidi,
  code: string | ((...args: Args) => void | Promise<void>),
  ...args: Args
): Promise<void> {
  const scope = { 'moz:scope': 'chrome', maxDepth: 0 }
  const { contexts } = await bidi.send<Tree>('browsingContext.getTree', scope)
  const browserWindow = contexts[0]?.context
  if (!browserWindow) throw new Error('Firefox has no window')
  await evaluateIn(bidi, browserWindow, code, args)
}

declare const Services: {
  io: { offline: boolean }
  prefs: { setIntPref(name: string, value: number): void }
}
declare const WebExtensionPolicy: {
  getByID(id: string): { extension: { terminateBackground(): Promise<void> } }
}

/** Runs in the browser's own window. */
function terminateBackground(geckoId: string): Promise<void> {
  return WebExtensionPolicy.getByID(geckoId).extension.terminateBackground()
}

/**
 * Runs in the browser's own window. Offline, Firefox still talks to 127.0.0.1, where the tests have
 * their servers; the dead proxy of the profile closes that way too.
 */
function switchNetwork(offline: boolean): void {
  Services.prefs.setIntPref('network.proxy.type', offline ? 1 : 0)
  Services.io.offline = offline
}

async function setViewport(bidi: Bidi, viewport: { width: number; height: number }) {
  await bidi.send('browsingContext.setViewport', { viewport, userContexts: ['default'] })
}
