/**
 * `npm run dev:cloud`: the whole product with its catalogue at GitHub, its images at Cloudinary and its
 * accounts at Clerk, all three emulated and breakable, with no account at any of them. Ctrl-C stops all of it.
 */
import { resolve } from 'node:path'
import { onStopSignal } from './child.ts'
import { type FaultSwitches, startFaultSwitches } from './fault-switches.ts'
import { chooseBrowser, type OpenBrowser, openBrowser } from './open-browser.ts'
import { type ClerkSystem, startClerkSystem } from './start-clerk-system.ts'
import { type Cloud, startCloud, toSwitches } from './start-cloud.ts'

const outDir = resolve(import.meta.dirname, '../../dist/cloud')
const printEveryMs = 200
/** The emulators sign their certificates themselves. */
const args = ['--ignore-certificate-errors']
/** What is broken or mended shows within seconds. */
const settings = {
  GITHUB_REFRESH_SECONDS: '5',
  CLOUDINARY_REFRESH_SECONDS: '5',
  METRICS_PORT: '0',
  NODE_ENV: 'development',
}

const main = async (): Promise<void> => {
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))
  console.log(
    'Starting emulators of GitHub, Cloudinary and Clerk, and the server; building the extension …',
  )
  const cloud = await startCloud()
  const system = await startClerkSystem({
    outDir: outDir,
    env: { ...cloud.env, ...settings },
  }).catch(async (error) => {
    await cloud.stop()
    throw error
  })
  const switches = await startFaultSwitches(toSwitches(cloud, system.backend))
  console.log(howToTry(system, cloud, switches))
  const timer = setInterval(printNews(system), printEveryMs)
  try {
    const browser = await open(system)
    await Promise.race([stopped, ...(browser ? [browser.closed] : [])])
    await browser?.close()
  } finally {
    clearInterval(timer)
    await Promise.all([switches.stop(), system.stop(), cloud.stop()])
  }
}

const open = async ({ extensionDir }: ClerkSystem): Promise<OpenBrowser | undefined> => {
  const target = chooseBrowser('chrome')
  if (target === 'chrome') return openBrowser(target, extensionDir, args)
  console.log(`${typeof target === 'string' ? '' : target.problem} Or load the extension yourself.`)
  return undefined
}

const howToTry = (
  { server, frontend, backend, extensionDir }: ClerkSystem,
  { github, cloudinary, env }: Cloud,
  switches: FaultSwitches,
): string => `
  Server      ${server.url}
  GitHub      ${github.url} (REST API) and ${env.WALLPAPERS_BASE_URL} (files)
  Cloudinary  ${cloudinary.url} (Admin API)
  Clerk       ${frontend.url} (Frontend API, strict) and ${backend.url} (Backend API)
  Switches    ${switches.url}
  Extension   ${extensionDir}, in Chromium with ${args.join(' ')}

  1. Open ${switches.url} for all the ways in which they fail.
  2. Break one: curl ${switches.url}/github/hang
     Pictures keep coming, and ${server.url}/readyz says what is wrong. Mend it: …/github/ok
  3. Create an account in the settings of the extension: the code of the e-mail is printed here.

  Below is the log of the server. Ctrl-C stops all of it.
`

/** What the server logs, and the e-mails that Clerk would have sent. */
const printNews = ({ server, frontend }: ClerkSystem): (() => void) => {
  let logged = 0
  let mailed = 0
  return () => {
    const lines = server.log().split('\n').slice(0, -1)
    for (const line of lines.slice(logged)) if (line.startsWith('{')) console.log(`  ${line}`)
    logged = lines.length
    for (const { to, code } of frontend.mails.slice(mailed))
      console.log(`  E-mail to ${to}: your code is ${code}`)
    mailed = frontend.mails.length
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
