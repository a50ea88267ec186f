/**
 * `npm run dev:clerk`: the whole product with accounts at an emulated Clerk, to try that path with no
 * account there. What people enter is kept until it ends; Ctrl-C stops all of it.
 */
import { resolve } from 'node:path'
import { onStopSignal } from './child.ts'
import { chooseBrowser, type OpenBrowser, openBrowser } from './open-browser.ts'
import { type ClerkSystem, startClerkSystem } from './start-clerk-system.ts'

const outDir = resolve(import.meta.dirname, '../../dist/clerk')
const mailsEveryMs = 200
/** The emulated Clerk signs its certificate itself. */
const args = ['--ignore-certificate-errors']

const main = async (): Promise<void> => {
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))
  console.log('Starting two emulators of Clerk and the server, building the extension …')
  const system = await startClerkSystem({ outDir: outDir })
  const timer = setInterval(printMails(system), mailsEveryMs)
  try {
    console.log(howToTry(system))
    const browser = await open(system)
    await Promise.race([stopped, ...(browser ? [browser.closed] : [])])
    await browser?.close()
  } finally {
    clearInterval(timer)
    await system.stop()
  }
}

const open = async ({ extensionDir }: ClerkSystem): Promise<OpenBrowser | undefined> => {
  const target = chooseBrowser('chrome')
  if (target === 'chrome') return openBrowser(target, extensionDir, args)
  console.log(`${typeof target === 'string' ? '' : target.problem} Or load the extension yourself.`)
  return undefined
}

const howToTry = ({ server, frontend, backend, extensionDir }: ClerkSystem): string => `
  Server      ${server.url}
  Clerk       ${frontend.url} (Frontend API, strict) and ${backend.url} (Backend API)
  Extension   ${extensionDir}, in Chromium with ${args.join(' ')}

  1. Open the settings of the extension and create an account: any name, address and password.
  2. The code of the e-mail is printed here. Enter it.
  3. Press the heart on a new tab, and open ${server.url}/share/<your name>.

  Ctrl-C stops all of it.
`

/** What the emulator would have sent. */
const printMails = ({ frontend }: ClerkSystem): (() => void) => {
  let printed = 0
  return () => {
    for (const { to, code } of frontend.mails.slice(printed)) {
      console.log(`  E-mail to ${to}: your code is ${code}`)
    }
    printed = frontend.mails.length
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
