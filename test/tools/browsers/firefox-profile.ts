import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findFirefox } from './find-browser.ts'
import { startFirefox } from './firefox-process.ts'

/**
 * Firefox gives each installation of an extension a random host. A fixed one lets tests open its
 * pages.
 */
export const extensionUuid = '5f4dcc3b-5aa7-4d5e-8d32-7deb882cf9a1'

const quiet = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/**
 * Firefox removes a temporary extension when it closes. These settings keep the extension's data
 * for a restart.
 */
const keepData = {
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
}

/** Grants optional permissions without the prompt, which a test cannot click. */
const allow = { 'extensions.webextOptionalPermissionPrompts': false }

/**
 * A proxy at the discard port, where nothing listens. It is switched on while a test is offline.
 */
const deadProxy = {
  'network.proxy.type': 0,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.allow_hijacking_localhost': true,
}

/** Firefox's settings from about:config, by name. */
export type Preferences = Record<string, string | number | boolean>

/** Writes the preferences for all tests, and `more` for one test. */
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

/** Reads the extension's id for Firefox from its manifest. */
export const readGeckoId = async (extensionDir: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'))
  const id = manifest.browser_specific_settings?.gecko?.id
  if (typeof id !== 'string')
    throw new Error(`${extensionDir}: the manifest has no browser_specific_settings.gecko.id`)
  return id
}

/** The environment variable that tells the processes of a test run where the template is. */
const variable = 'FIREFOX_PROFILE_TEMPLATE'
/** Firefox writes the code that it compiled a few seconds after it has started. */
const settleMs = 3_000

/**
 * Starts Firefox once and saves its profile as a template for this test run. A Firefox with a
 * copied profile starts in two thirds of the time. Returns a function that removes the template.
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

/** Copies the template into an empty profile. A used profile is left unchanged. */
export const fillFromTemplate = async (profileDir: string): Promise<void> => {
  const template = process.env[variable]
  if (template === undefined || (await readdir(profileDir)).length > 0) return
  await cp(template, profileDir, { recursive: true, filter: (path) => !path.endsWith('/lock') })
}
