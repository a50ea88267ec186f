/**
 * Installs Chromium and Firefox if they are missing. `npm test` runs the script first.
 * Run it alone: npx node test/tools/browsers/install-browsers.ts
 * Prints nothing if both are installed. If an installation fails, it prints what to do and exits
 * with 1.
 */
import { installWithApt, tryCommand } from '../apt.ts'
import { findChromium, findFirefox } from './find-browser.ts'

type Browser = 'chromium' | 'firefox-esr'

const setting = { chromium: 'CHROMIUM_PATH', 'firefox-esr': 'FIREFOX_PATH' } as const

const listMissing = (): Browser[] => {
  const missing: Browser[] = []
  if (!findChromium()) missing.push('chromium')
  if (!findFirefox()) missing.push('firefox-esr')
  return missing
}

const installWithPlaywright = (): string | undefined => {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  return tryCommand([npx, '-y', 'playwright', 'install', 'chromium'])
}

const explain = (missing: Browser[], reasons: (string | undefined)[]): string => {
  const names = missing.join(' and ')
  const settings = missing.map((browser) => setting[browser]).join(' and ')
  return [
    `The tests need ${names}, which could not be installed:`,
    ...reasons.filter((reason) => reason !== undefined),
    `Install it yourself, or set ${settings} to the path of the program. Then run the tests again.`,
    'Tests that need no browser: npx vitest run --project server --project extension',
  ].join('\n')
}

const main = (): number => {
  const missing = listMissing()
  if (missing.length === 0) return 0

  console.log(`Installing ${missing.join(' and ')} for the browser tests …`)
  // Slim container images have no font, and without one a page shows no text.
  const reasons = [installWithApt([...missing, 'fonts-dejavu-core'])]
  if (!findChromium()) reasons.push(installWithPlaywright())

  const stillMissing = listMissing()
  if (stillMissing.length === 0) return 0
  console.error(explain(stillMissing, reasons))
  return 1
}

process.exitCode = main()
