import type { TestProject } from 'vitest/node'
import { buildExtension, buildSite, buildTab } from '../../tools/build-extension.ts'
import { makeFirefoxTemplate } from '../tools/browsers/firefox-profile.ts'
import { packageDir } from '../tools/servers/programs.ts'

const buildAll = () => [
  buildExtension('chrome'),
  buildExtension('firefox'),
  buildTab(),
  buildSite(),
]

/**
 * Vitest calls `setup` once before the end-to-end tests. It builds the extension,
 * the web page and the script of exported sites that they load.
 */
export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  const [removeTemplate] = await Promise.all([
    // The template takes longer to make than one start of Firefox. It pays off in long runs,
    // because each later start takes a third less time.
    config.mode === 'all' ? makeFirefoxTemplate() : async () => {},
    ...(packageDir === undefined ? buildAll() : []),
  ])
  return removeTemplate
}
