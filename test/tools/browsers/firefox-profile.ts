import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findFirefox } from './find-browser.ts'
import { startFirefox } from './firefox-process.ts'

/** A fixed host, so that tests can open the pages. Firefox would choose a random one. */
export const extensionUuid = '5f4dcc3b-5aa7-4d5e-8d32-7deb882cf9a1'

const quiet = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Keeps the data of an extension that Firefox removes when it closes. */
const keepData = {
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
}

/** A test cannot click the prompt for optional permissions. */
const allow = { 'extensions.webextOptionalPermissionPrompts': false }

/** Nothing listens there. Tests switch it on to simulate a browser without a network. */
const deadProxy = {
  'network.proxy.type': 0,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.allow_hijacking_localhost': true,
}

export type Preferences = Record<string, string | number | boolean>

export const writeProfile = async (
  profileDir: string,
  geckoId: string,
  more: Preferences = {},
): Promise<void> => {
  const uuids = { 'extensions.webextensions.uuids': JSON.stringify({ [geckoId]: extensionUuid }) }
  const prefs = { ...quiet, ...keepData, ...allow, ...deadProxy, ...uuids, ...more }
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profileDir, 'user.js'), `${lines.join('\n')}\n`)
}

export const readGeckoId = async (extensionDir: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'))
  const id = manifest.browser_specific_settings?.gecko?.id
  if (typeof id !== 'string')
    throw new Error(`${extensionDir}: the manifest has no browser_specific_settings.gecko.id`)
  return id
}

const variable = 'FIREFOX_PROFILE_TEMPLATE'
/** Firefox saves its compiled code a few seconds after the start. */
const settleMs = 3_000

/** With a copy of this profile, Firefox starts in two thirds of the time. */
export const makeFirefoxTemplate = async (): Promise<() => Promise<void>> => {
  if (!findFirefox()) return async () => {}
  const dir = await makeTempDir('firefox-template')
  const firefox = await startFirefox(dir)
  await sleep(settleMs)
  await firefox.close()
  process.env[variable] = dir
  return () => removeDir(dir)
}

export const fillFromTemplate = async (profileDir: string): Promise<void> => {
  const template = process.env[variable]
  if (template === undefined || (await readdir(profileDir)).length > 0) return
  await cp(template, profileDir, { recursive: true, filter: (path) => !path.endsWith('/lock') })
}
