import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { createFirefoxPage, evaluateIn, type FirefoxPage } from './firefox-page.ts'
import { type StartOptions, startFirefox } from './firefox-process.ts'
import {
  extensionUuid,
  fillFromTemplate,
  type Preferences,
  readGeckoId,
  writeProfile,
} from './firefox-profile.ts'
import type { ProtocolSocket } from './protocol-socket.ts'

const newTabTimeoutMs = 60_000

export interface LaunchFirefoxOptions extends StartOptions {
  extensionDir: string
  profileDir?: string
  viewport?: { width: number; height: number }
  preferences?: Preferences
}

export type TabPlace = 'window' | 'container' | 'private'

export interface FirefoxWithExtension {
  openNewTab(place?: TabPlace): Promise<FirefoxPage>
  openExtensionPage(path: string): Promise<FirefoxPage>
  waitForPage(path: string): Promise<FirefoxPage>
  open(url: string): Promise<FirefoxPage>
  stopBackground(): Promise<void>
  setOffline(offline: boolean): Promise<void>
  exited: Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

export const launchFirefox = async (
  options: LaunchFirefoxOptions,
): Promise<FirefoxWithExtension> => {
  const extensionDir = await realpath(options.extensionDir)
  const geckoId = await readGeckoId(extensionDir)
  const profileDir = options.profileDir ?? (await makeTempDir('firefox'))
  const clean = async () => {
    if (!options.profileDir) await removeDir(profileDir)
  }
  await fillFromTemplate(profileDir)
  await writeProfile(profileDir, geckoId, options.preferences)

  const { bidi, exited, kill, ...firefox } = await startFirefox(profileDir, options)
  const close = () => firefox.close().then(clean)
  try {
    await bidi.send('webExtension.install', {
      extensionData: { type: 'path', path: extensionDir },
      'moz:allowPrivateBrowsing': true,
    })
    if (options.viewport)
      await bidi.send('browsingContext.setViewport', {
        viewport: options.viewport,
        userContexts: ['default'],
      })
    return { ...createBrowser(bidi, geckoId), exited, kill, close }
  } catch (error) {
    await close()
    throw error
  }
}

const createBrowser = (bidi: ProtocolSocket, geckoId: string) => {
  const extensionUrl = `moz-extension://${extensionUuid}`
  const open = async (url: string) => {
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
      type: 'tab',
    })
    const page = createFirefoxPage(bidi, context)
    await page.goto(url)
    return page
  }
  return {
    open,
    openExtensionPage: (path: string) => open(`${extensionUrl}/${path}`),
    openNewTab: async (place: TabPlace = 'window') => {
      const before = await listTabs(bidi)
      await inBrowser(bidi, openTabIn, place)
      return waitForTab(bidi, `${extensionUrl}/newtab.html`, before)
    },
    waitForPage: (path: string) => waitForTab(bidi, `${extensionUrl}/${path}`),
    stopBackground: () => inBrowser(bidi, terminateBackground, geckoId),
    setOffline: (offline: boolean) => inBrowser(bidi, switchNetwork, offline),
  }
}

const waitForTab = async (
  bidi: ProtocolSocket,
  address: string,
  before: readonly string[] = [],
): Promise<FirefoxPage> => {
  const deadline = Date.now() + newTabTimeoutMs
  while (Date.now() < deadline) {
    const opened = (await listTabs(bidi, address)).find((id) => !before.includes(id))
    if (opened) {
      const page = createFirefoxPage(bidi, opened)
      await page.waitFor(
        `location.href.startsWith('${address}') && document.readyState === 'complete'`,
      )
      return page
    }
    await sleep(50)
  }
  throw new Error(`Firefox did not open ${address} within a minute`)
}

interface Tree {
  contexts: { context: string; url: string }[]
}

const listTabs = async (bidi: ProtocolSocket, address = ''): Promise<string[]> => {
  const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { maxDepth: 0 })
  return contexts.filter(({ url }) => url.startsWith(address)).map(({ context }) => context)
}

const inBrowser = async <Args extends unknown[]>(
  bidi: ProtocolSocket,
  code: string | ((...args: Args) => void | Promise<void>),
  ...args: Args
): Promise<void> => {
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
interface FirefoxWindow {
  BROWSER_NEW_TAB_URL: string
  BrowserCommands: { openTab(): void }
  gBrowser: { addTrustedTab(url: string, options: object): void }
  gBrowserInit?: { delayedStartupFinished: boolean }
  OpenBrowserWindow(options: object): FirefoxWindow
  privateWindow?: FirefoxWindow
}

/** The function runs inside Firefox's main window. A new private window opens with a page of Firefox itself. */
const openTabIn = async (place: TabPlace): Promise<void> => {
  const main = globalThis as unknown as FirefoxWindow
  if (place === 'container') {
    const container = { userContextId: 1, inBackground: false }
    return void main.gBrowser.addTrustedTab(main.BROWSER_NEW_TAB_URL, container)
  }
  if (place === 'window') return main.BrowserCommands.openTab()
  main.privateWindow ??= main.OpenBrowserWindow({ private: true })
  while (!main.privateWindow.gBrowserInit?.delayedStartupFinished)
    await new Promise((resolve) => setTimeout(resolve, 50))
  main.privateWindow.BrowserCommands.openTab()
}

declare const WebExtensionPolicy: {
  getByID(id: string): { extension: { terminateBackground(): Promise<void> } }
}

const terminateBackground = (geckoId: string) =>
  WebExtensionPolicy.getByID(geckoId).extension.terminateBackground()

/** A dead proxy blocks 127.0.0.1, which offline mode allows. Runs in the main window. */
const switchNetwork = (offline: boolean): void => {
  Services.prefs.setIntPref('network.proxy.type', offline ? 1 : 0)
  Services.io.offline = offline
}
