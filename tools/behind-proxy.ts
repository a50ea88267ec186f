/**
 * Runs the server behind a reverse proxy with TLS, as on the internet: `npx node tools/behind-proxy.ts`, or
 * `npx node tools/behind-proxy.ts caddy` or `haproxy` instead of nginx. It uses the recipes of `deploy/`.
 * Settings of the environment such as RATE_LIMIT are passed on. Prints the log. Ctrl-C stops everything.
 */
import { join } from 'node:path'
import { settings } from '../server/config/settings.ts'
import { whenStopped } from '../test/tools/child.ts'
import { proxyNames } from '../test/tools/servers/proxy-programs.ts'
import { startBehindProxy } from '../test/tools/servers/start-behind-proxy.ts'

const printEveryMs = 200

const stopped = whenStopped()
const name = proxyNames.find((one) => one === (process.argv[2] ?? 'nginx'))
if (name === undefined) throw new Error(`Unknown proxy: expected ${proxyNames.join(' or ')}`)
const given = Object.entries(process.env).filter(([key]) => Object.hasOwn(settings, key))
const { url, plainUrl, proxy, servers, stop } = await startBehindProxy(name, {
  env: [{ LOG_LEVEL: 'debug', RATE_LIMIT: '600/minute', ...Object.fromEntries(given) }],
})
console.log(`
  ${name}   ${url} and ${plainUrl}
  Server  ${servers()[0]?.url}, which trusts the proxy's X-Forwarded-For

  curl --cacert ${join(proxy.dir, 'certificate.pem')} ${url}/api/wallpapers
  To come from another address than the proxy: add --interface 127.0.0.2
  Ctrl-C stops everything. The server's log follows.
`)
let logged = 0
const timer = setInterval(() => {
  const lines = servers()[0]?.log().split('\n').slice(0, -1) ?? []
  for (const line of lines.slice(logged)) if (line.startsWith('{')) console.log(line)
  logged = lines.length
}, printEveryMs)
await stopped
clearInterval(timer)
await stop()
