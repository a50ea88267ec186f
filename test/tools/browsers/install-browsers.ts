/**
 * Installs Chromium and Firefox if they are missing. `npm test` runs the script first.
 * Run it alone: npx node test/tools/browsers/install-browsers.ts
 * Prints nothing if both are installed. If an installation fails, it prints what to do and exits
 * with 1.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium, findFirefox } from './find-browser.ts'

type Browser = 'chromium' | 'firefox-esr'

const setting = { chromium: 'CHROMIUM_PATH', 'firefox-esr': 'FIREFOX_PATH' } as const

const listMissing = (): Browser[] => {
  const missing: Browser[] = []
  if (!findChromium()) missing.push('chromium')
  if (!findFirefox()) missing.push('firefox-esr')
  return missing
}

const tryCommand = (command: string[], env: NodeJS.ProcessEnv = {}): string | undefined => {
  const [file = '', ...args] = command
  const run = spawnSync(file, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if (run.status === 0) return
  const output = run.error?.message ?? `${run.stderr}${run.stdout}`
  const lines = output.trim().split('\n')
  return `\`${command.join(' ')}\` failed:\n${lines.slice(-5).join('\n')}`
}

/**
 * Returns the words to put before a command that needs root, such as `sudo`. Returns undefined if
 * the user cannot become root.
 */
const rootPrefix = (): string[] | undefined => {
  if (process.getuid?.() === 0) return []
  return tryCommand(['sudo', '-n', 'true']) === undefined ? ['sudo', '-n'] : undefined
}

const installWithApt = (browsers: Browser[]): string | undefined => {
  if (!existsSync('/usr/bin/apt-get')) return 'This system does not have apt-get.'
  const prefix = rootPrefix()
  if (!prefix) return 'apt-get needs root, and sudo asks for a password.'

  // Lets apt wait up to two minutes for another apt process.
  const apt = [...prefix, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = tryCommand([...apt, 'update'], quiet)
  // Installs a font as well. Slim container images have none, and without a font a page shows no
  // text.
  const packages = [...browsers, 'fonts-dejavu-core']
  const installed = tryCommand(
    [...apt, 'install', '-y', '--no-install-recommends', ...packages],
    quiet,
  )
  return installed && [updated, installed].filter(Boolean).join('\n')
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
  const reasons = [installWithApt(missing)]
  if (!findChromium()) reasons.push(installWithPlaywright())

  const stillMissing = listMissing()
  if (stillMissing.length === 0) return 0
  console.error(explain(stillMissing, reasons))
  return 1
}

process.exitCode = main()
