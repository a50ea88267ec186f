import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findFirefox } from './find-browser.ts'
import { startFirefox } from './firefox-process.ts'

/** Firefox gives each installation of an extension a random host; a fixed one can be opened. */
export const extensionUuid = '5f4dcc3b-5aa7-4d5e-8d32-7deb882cf9a1'

const quiet = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** An extension loaded from a folder leaves with the browser; its data must not, for restarts. */
const keepData = {
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
}

/** As if the person said yes to what an extension asks for: no test can click on that panel. */
const allow = { 'extensions.webextOptionalPermissionPrompts': false }

/** A proxy at the discard port, where nothing listens: used only while a test is offline. */
const deadProxy = {
  'network.proxy.type': 0,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.allow_hijacking_localhost': true,
}

/** Firefox's own settings, by name. */
export type Preferences = Record<string, string | number | boolean>

/** Writes the preferences that the tests rely on into the profile, and those of one test. */
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

/** The extension's id for Firefox, from its manifest. */
export const readGeckoId = async (extensionDir: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'))
  const id = manifest.browser_specific_settings?.gecko?.id
  if (typeof id !== 'string') throw new Error(`${extensionDir}: the manifest has no gecko id`)
  return id
}

/** Tells the processes of a test run where the template is. */
const variable = 'FIREFOX_PROFILE_TEMPLATE'
/** What Firefox compiles while it starts, it writes only a moment after. */
const settleMs = 3_000

/**
 * Starts Firefox once with an empty profile and keeps what it makes of it for the profiles of this
 * test run: a copy starts with two thirds of the work. Returns how to remove it.
 */
export const makeFirefoxTemplate = async (): Promise<() => Promise<void>> => {
  if (!findFirefox()) return async () => {}
  const dir = await makeTempDir('firefox-template')
  const firefox = await startFirefox(dir)
  await sleep(settleMs)
  await firefox.close()
  process.env[variable] = dir
  return () => removeDir(dir)
}

/** Fills an empty profile from the template; one that was used before stays as it is. */
export const fillFromTemplate = async (profileDir: string): Promise<void> => {
  const template = process.env[variable]
  if (template === undefined || (await readdir(profileDir)).length > 0) return
  await cp(template, profileDir, { recursive: true, filter: (path) => !path.endsWith('/lock') })
}
