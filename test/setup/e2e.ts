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
    // It takes longer than one start of Firefox, and makes each later start a third shorter.
    config.mode === 'all' ? makeFirefoxTemplate() : async () => {},
    ...(packageDir === undefined ? buildAll() : []),
  ])
  return removeTemplate
}
