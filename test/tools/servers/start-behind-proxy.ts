import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeTempDir } from '../temp-dir.ts'
import {
  type ProxyName,
  type ProxyProgram,
  startProxyProgram,
  writeCaddyConfig,
  writeNginxConfig,
} from './proxy-programs.ts'
import { findFreePort } from './sockets.ts'
import { type RunningServer, startServer } from './start-server.ts'

interface ProxyPorts {
  https: number
  http: number
}

interface RunningProxy {
  certificate: string
  /** The folder to which nginx may write files. */
  dir: string
  log(): string
  stop(): Promise<void>
}

export interface BehindProxy {
  /** The address of the proxy, `https://localhost:<port>` without a trailing slash. */
  url: string
  plainUrl: string
  proxy: RunningProxy
  servers(): readonly RunningServer[]
  restart(at: number): Promise<void>
  stop(): Promise<void>
}

interface BehindProxyOptions {
  /** The settings of each server. The proxy is in front of as many servers as there are entries. */
  env?: readonly NodeJS.Dict<string>[]
  /** Returns the address that the proxy uses for a server. The default is the address of the server itself. */
  relay?: (server: string) => Promise<string>
}

/** Starts one or two real servers behind a proxy with TLS, with the settings that its recipe names. */
export const startBehindProxy = async (
  name: ProxyName,
  { env = [{}], relay = async (server) => server }: BehindProxyOptions = {},
): Promise<BehindProxy> => {
  const ports = { https: await findFreePort(), http: await findFreePort() }
  const url = `https://localhost:${ports.https}`
  const own = await Promise.all(
    env.map(async (settings) => ({ PORT: String(await findFreePort()), ...settings })),
  )
  const start = (settings: NodeJS.Dict<string>) =>
    startServer({ env: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1', ...settings } })
  const servers = await Promise.all(own.map(start))
  const stopServers = () => Promise.all(servers.map((server) => server.stop()))
  try {
    const proxy = await startProxy(
      name,
      ports,
      await Promise.all(servers.map((server) => relay(server.url))),
    )
    return {
      url,
      plainUrl: `http://localhost:${ports.http}`,
      proxy,
      servers: () => servers,
      restart: async (at) => {
        const [server, settings] = [servers[at], own[at]]
        if (!server || !settings) throw new Error(`There is no server ${at}`)
        process.kill(server.pid, 'SIGTERM')
        await server.ended
        await server.stop()
        servers[at] = await start(settings)
      },
      stop: async () => {
        await proxy.stop()
        await stopServers()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}

/**
 * Starts a proxy at `https://localhost` with the recipe of `deploy/`, in front of one or two servers on this machine.
 * Only ports, the name and the places of the certificate are replaced in the recipe, and its lines for a second server
 * and for a certificate are switched on.
 */
const startProxy = async (
  name: ProxyName,
  ports: ProxyPorts,
  servers: readonly string[],
): Promise<RunningProxy> => {
  const dir = await makeTempDir(name)
  const certificate = await makeCertificate(dir)
  const hosts = servers.map((url) => new URL(url).host)
  const write = () => writers[name]({ dir, ports, hosts })
  return { certificate, dir, ...(await startProxyProgram(name, dir, ports.https, write)) }
}

interface Recipe {
  dir: string
  ports: ProxyPorts
  hosts: readonly string[]
}

type WriteRecipe = (recipe: Recipe) => Promise<ProxyProgram>

const siteName = 'wallpapers.example.com'
const certificateFile = '/etc/ssl/certs/fresco.pem'
const keyFile = '/etc/ssl/private/fresco.key'
const deployed = (file: string) => resolve(import.meta.dirname, '../../../deploy', file)

const localize = (text: string, { dir, hosts }: Recipe) =>
  text
    .replaceAll(siteName, 'localhost')
    .replaceAll(certificateFile, join(dir, 'certificate.pem'))
    .replaceAll(keyFile, join(dir, 'key.pem'))
    .replaceAll('127.0.0.1:8787', hosts[0] ?? '')

const writeNginx: WriteRecipe = async (recipe) => {
  const { dir, ports, hosts } = recipe
  const site = localize(await readFile(deployed('nginx.conf'), 'utf8'), recipe)
    .replace('# server 127.0.0.1:8788 ', hosts[1] ? `server ${hosts[1]} ` : '#')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen [::]:80;', '')
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace(/listen \[::\]:443 .+/, '')
  return writeNginxConfig(dir, site)
}

const writeCaddy: WriteRecipe = async (recipe) => {
  const { dir, ports, hosts } = recipe
  const site = localize(await readFile(deployed('Caddyfile'), 'utf8'), recipe)
    .replace('# tls ', 'tls ')
    .replace(`reverse_proxy ${hosts[0]} `, `reverse_proxy ${hosts.join(' ')} `)
  const options = `{
	admin off
	default_bind 127.0.0.1
	http_port ${ports.http}
	https_port ${ports.https}
}
`
  return writeCaddyConfig(dir, options + site)
}

const writeHaproxy: WriteRecipe = async ({ dir, ports, hosts: [one = '', two] }) => ({
  args: ['-db', '-f', deployed('haproxy.cfg')],
  env: {
    LISTEN: `127.0.0.1:${ports.https} ssl crt ${join(dir, 'both.pem')} alpn h2,http/1.1`,
    LISTEN_HTTP: `127.0.0.1:${ports.http}`,
    FRESCO_ONE: one,
    ...(two !== undefined && { FRESCO_TWO: two }),
  },
})

const writers: Readonly<Record<ProxyName, WriteRecipe>> = {
  nginx: writeNginx,
  caddy: writeCaddy,
  haproxy: writeHaproxy,
}

const makeCertificate = async (dir: string) => {
  const [certificate, key] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')]
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ])
  if (status !== 0) throw new Error(`openssl could not make a certificate: ${stderr}`)
  const text = await readFile(certificate, 'utf8')
  await writeFile(join(dir, 'both.pem'), text + (await readFile(key, 'utf8')))
  return text
}
