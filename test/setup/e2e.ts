import { buildExtension } from '../tools/build-extension.ts'
import { makeFirefoxTemplate } from '../tools/firefox-template.ts'

/** Once before the end-to-end tests: they load what is in `dist`, so it must not be outdated. */
export function setup(): Promise<() => Promise<void>> {
  const template = makeFirefoxTemplate()
  buildExtension('chrome')
  buildExtension('firefox')
  return template
}
