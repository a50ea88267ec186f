import { buildExtension } from '../tools/build-extension.ts'

/** Once before the end-to-end tests: they load what is in `dist`, so it must not be outdated. */
export function setup(): void {
  buildExtension('chrome')
  buildExtension('firefox')
}
