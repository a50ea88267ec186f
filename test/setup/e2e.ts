import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExtension } from '../tools/browsers/build-extension.ts'
import { makeFirefoxTemplate } from '../tools/browsers/firefox-profile.ts'

/** Dozens of servers are started: what Node compiles of the first serves the others. */
const compileCache = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/node')

/** Once before the end-to-end tests: they load what is in `dist`, so it must not be outdated. */
export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const [removeTemplate] = await Promise.all([
    // It costs more than one start of Firefox, and saves a third of each.
    config.mode === 'all' ? makeFirefoxTemplate() : async () => {},
    buildExtension('chrome'),
    buildExtension('firefox'),
  ])
  return removeTemplate
}
