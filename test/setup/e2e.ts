import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExtension } from '../tools/browsers/build-extension.ts'
import { makeFirefoxTemplate } from '../tools/browsers/firefox-profile.ts'

/** The tests start dozens of servers, which share this cache of compiled code. */
const compileCache = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/node')

/** Runs once before the end-to-end tests. Builds the extension, which they load from `dist`. */
export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const [removeTemplate] = await Promise.all([
    // A template takes longer than one start of Firefox, but saves a third of every later start.
    config.mode === 'all' ? makeFirefoxTemplate() : async () => {},
    buildExtension('chrome'),
    buildExtension('firefox'),
  ])
  return removeTemplate
}
