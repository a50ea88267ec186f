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

export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  const [removeTemplate] = await Promise.all([
    // The template takes longer to make than one start of Firefox. It pays off in long runs,
    // because each later start takes a third less time.
    config.mode === 'all' ? makeFirefoxTemplate() : async () => {},
    ...(packageDir === undefined ? buildAll() : []),
  ])
  return removeTemplate
}
