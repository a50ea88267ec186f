/**
 * Runs the whole product on emulated services that you can break: GitHub, Cloudinary and Clerk.
 * `npm run dev -- cloud` starts all three; `npm run dev -- clerk` starts Clerk only.
 * Prints all addresses, e-mails that Clerk would send, and the server's log. Ctrl-C stops everything.
 */
import { resolve } from 'node:path'
import { onStopSignal } from '../test/tools/child.ts'
import { type ClerkSystem, startClerkSystem } from '../test/tools/emulated/start-clerk-system.ts'
import { type FaultSwitches, startFaultSwitches } from './cloud/fault-switches.ts'
import { type Cloud, startCloud, toSwitches } from './cloud/start-cloud.ts'
import { chooseBrowser, type OpenBrowser, openBrowser } from './open-browser.ts'

const dist = resolve(import.meta.dirname, '../dist')
const printEveryMs = 200
/** Chromium must ignore certificate errors, because the emulators use self-signed certificates. */
const args = ['--ignore-certificate-errors']
/** Refreshes often, so that a simulated failure shows within seconds. */
const settings = {
  GITHUB_REFRESH_SECONDS: '5',
  CLOUDINARY_REFRESH_SECONDS: '5',
  METRICS_PORT: '0',
  NODE_ENV: 'development',
}

interface Emulated {
  system: ClerkSystem
  cloud?: { services: Cloud; switches: FaultSwitches }
  stop(): Promise<unknown>
}

const startClerkOnly = async (): Promise<Emulated> => {
  console.log('Starting the emulator of Clerk and the server, and building the extension …')
  const system = await startClerkSystem({ outDir: resolve(dist, 'clerk') })
  return { system, stop: system.stop }
}

const startAll = async (): Promise<Emulated> => {
  console.log(
    'Starting the emulators of GitHub, Cloudinary and Clerk, and the server; building the extension …',
  )
  const services = await startCloud()
  const system = await startClerkSystem({
    outDir: resolve(dist, 'cloud'),
    env: { ...services.env, ...settings },
  }).catch(async (error) => {
    await services.stop()
    throw error
  })
  const switches = await startFaultSwitches(toSwitches(services, system.backend))
  const stop = () => Promise.all([switches.stop(), system.stop(), services.stop()])
  return { system, cloud: { services, switches }, stop }
}

const main = async (): Promise<void> => {
  const [, , services = ''] = process.argv
  if (!['cloud', 'clerk'].includes(services))
    throw new Error(`Unknown services '${services}'. Expected one of: cloud, clerk`)
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))
  const emulated = await (services === 'clerk' ? startClerkOnly() : startAll())
  console.log(howToTry(emulated))
  const timer = setInterval(printNews(emulated), printEveryMs)
  try {
    const browser = await open(emulated.system)
    await Promise.race([stopped, ...(browser ? [browser.closed] : [])])
    await browser?.close()
  } finally {
    clearInterval(timer)
    await emulated.stop()
  }
}

const open = async ({ extensionDir }: ClerkSystem): Promise<OpenBrowser | undefined> => {
  const target = chooseBrowser('chrome')
  if (target === 'chrome') return openBrowser(target, extensionDir, args)
  const problem = typeof target === 'string' ? '' : target.problem
  console.log(`${problem} Or load the extension yourself.`)
  return undefined
}

const howToTry = ({ system, cloud }: Emulated): string => {
  const { server, frontend, backend, extensionDir } = system
  const services = cloud ? cloudAddresses(cloud.services, cloud.switches) : ''
  return `
  Server      ${server.url}
${services}  Clerk       ${frontend.url} (Frontend API) and ${backend.url} (Backend API)
  Extension   ${extensionDir}, in Chromium with ${args.join(' ')}

  To try an account: create one in the extension's settings, with any name, address and password.
  The code from the e-mail is printed here. Press the heart on a new tab,
  then open ${server.url}/share/<your name>.
${cloud ? howToBreak(cloud.switches, server.url) : ''}
  Ctrl-C stops everything.
`
}

const cloudAddresses = ({ github, cloudinary, env }: Cloud, switches: FaultSwitches) =>
  `  GitHub      ${github.url} (REST API) and ${env.WALLPAPERS_BASE_URL} (files)
  Cloudinary  ${cloudinary.url} (Admin API)
  Switches    ${switches.url}
`

const howToBreak = ({ url }: FaultSwitches, server: string) => `
  To break a service: curl ${url}/github/hang
  Wallpapers keep coming, and ${server}/readyz says what is wrong.
  To repair it: curl ${url}/github/ok
  ${url} lists every fault. The server's log follows.
`

const printNews = ({ system: { server, frontend }, cloud }: Emulated): (() => void) => {
  let logged = 0
  let mailed = 0
  return () => {
    const lines = cloud ? server.log().split('\n').slice(0, -1) : []
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
