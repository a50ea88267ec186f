import { cp, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFirefox } from './find-browser.ts'
import { startFirefox } from './firefox-process.ts'
import { makeTempDir, removeDir } from './temp-dir.ts'

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
