/**
 * Runs the whole product on emulated services that you can break: GitHub, Cloudinary and Clerk.
 * `npm run dev -- cloud` starts all three; `npm run dev -- clerk` starts Clerk only.
 * Prints all addresses, e-mails that Clerk would send, and the server's log. Ctrl-C stops everything.
 */
import { resolve } from 'node:path'
import { whenStopped } from '../test/tools/child.ts'
import { startClerkSystem } from '../test/tools/emulated/start-clerk-system.ts'
import { startFaultSwitches } from './cloud/fault-switches.ts'
import { startCloud, toSwitches } from './cloud/start-cloud.ts'
import { chooseBrowser, openBrowser } from './open-browser.ts'

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

const [, , services = ''] = process.argv
if (!['cloud', 'clerk'].includes(services))
  throw new Error(`Unknown services '${services}'. Expected one of: cloud, clerk`)

const stopped = whenStopped()
console.log('Starting the emulators and the server, and building the extension …')
const cloud = services === 'cloud' ? await startCloud() : undefined
const system = await startClerkSystem({
  outDir: resolve(dist, services),
  ...(cloud && { env: { ...cloud.env, ...settings } }),
})
const { server, frontend, backend, extensionDir } = system
const switches = cloud && (await startFaultSwitches(toSwitches(cloud, backend)))

const addresses = cloud
  ? `
  GitHub      ${cloud.github.url} (REST API) and ${cloud.env.WALLPAPERS_BASE_URL} (files)
  Cloudinary  ${cloud.cloudinary.url} (Admin API)
  Switches    ${switches?.url}`
  : ''
const howToBreak = switches
  ? `
  To break a service: curl ${switches.url}/github/hang
  Wallpapers keep coming, and ${server.url}/readyz says what is wrong.
  To repair it: curl ${switches.url}/github/ok
  ${switches.url} lists every fault. The server's log follows.
`
  : ''
console.log(`
  Server      ${server.url}${addresses}
  Clerk       ${frontend.url} (Frontend API) and ${backend.url} (Backend API)
  Extension   ${extensionDir}, in Chromium with ${args.join(' ')}

  To try an account: create one in the extension's settings, with any name, address and password.
  The code from the e-mail is printed here. Press the heart on a new tab,
  then open ${server.url}/share/<your name>.
${howToBreak}
  Ctrl-C stops everything.
`)

let logged = 0
let mailed = 0
const timer = setInterval(() => {
  const lines = cloud ? server.log().split('\n').slice(0, -1) : []
  for (const line of lines.slice(logged)) if (line.startsWith('{')) console.log(`  ${line}`)
  logged = lines.length
  for (const { to, code } of frontend.mails.slice(mailed))
    console.log(`  E-mail to ${to}: your code is ${code}`)
  mailed = frontend.mails.length
}, printEveryMs)

const openTab = async () => openBrowser(chooseBrowser('chrome'), extensionDir, args)
const browser = await openTab().catch((error: unknown) => console.log(`${error}`))
await Promise.race([stopped, ...(browser ? [browser.closed] : [])])
await browser?.close()
clearInterval(timer)
await Promise.all([switches?.stop(), system.stop(), cloud?.stop()])
