import { once } from 'node:events'
import { createServer } from 'node:http'
import { instanceSchema } from '../../../shared/service-api.ts'
import type { Config } from '../../config/config.ts'
import { type Finding, ok, problem, toReason, warning } from './findings.ts'

const timeoutMs = 5_000

export const checkAddresses = async (config: Config): Promise<Finding[]> => {
  const { host, port } = config.listen
  const code = await tryToListen(host, port)
  const running = code === 'EADDRINUSE' ? await askInstance(toAddress(host, port)) : undefined
  return [
    judgePort(host, port, code, running?.instance?.version),
    ...checkSafety(config),
    ...(await checkPublicUrl(config.publicUrl, running)),
  ]
}

/** Returns the code of the error if the server cannot listen. */
const tryToListen = async (host: string, port: number): Promise<string | undefined> => {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    return undefined
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  } finally {
    server.close()
  }
}

const judgePort = (host: string, port: number, code?: string, version?: string): Finding => {
  const address = toAddress(host, port)
  if (port === 0) return ok('PORT', 'is 0, so any free port is used')
  if (code === undefined) return ok('PORT', `${address} is free`)
  if (version !== undefined) return ok('PORT', `Fresco ${version} runs at ${address}`)
  if (code === 'EADDRINUSE')
    return problem(
      'PORT',
      `another program uses ${address}`,
      'stop it, or set PORT to another number',
    )
  if (code === 'EACCES')
    return problem(
      'PORT',
      `this user may not listen on port ${port} (EACCES). Ports below 1024 are for root`,
      'set PORT to 1024 or more, and put a proxy in front',
    )
  return problem(
    'HOST',
    `${host} is not an address of this machine (${code})`,
    'set HOST to 127.0.0.1 behind a proxy on this machine, or to 0.0.0.0 for every address',
  )
}

const toAddress = (host: string, port: number) => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const about = 'PUBLIC_URL'

/** Finds what the settings alone say about the way that requests take to this server. */
const checkSafety = ({ publicUrl, listen: { host }, trustedProxies }: Config): Finding[] => {
  if (publicUrl === undefined) return host === '0.0.0.0' || host === '::' ? [unnamed] : []
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return trustedProxies.length === 0 ? [untrusted] : []
  if (/^(localhost|127\..*|\[::1\])$/.test(hostname)) return []
  return [
    warning(
      about,
      `${publicUrl} is not encrypted, so anybody on the way can read passwords`,
      'put a proxy with https in front (docs/operating.md)',
    ),
  ]
}

const unnamed = warning(
  about,
  'is not set, but the server listens on all addresses. Links and pictures begin with an address that other devices cannot open',
  'set PUBLIC_URL to the address that people use, such as http://192.168.1.20:8787',
)

const untrusted = problem(
  'proxy',
  'it is https, so there must be a proxy in front, but TRUSTED_PROXIES is not set. Fresco takes all visitors for one client, so a few wrong passwords lock everybody out',
  'set TRUSTED_PROXIES to the address from which the proxy asks, such as 127.0.0.1',
)

type Asked = Awaited<ReturnType<typeof askInstance>>

const askInstance = async (address: string) => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(`${address}/api/instance`, { redirect: 'manual', signal })
    const { data } = instanceSchema.safeParse(await answer.json().catch(() => undefined))
    const process = answer.headers.get('X-Request-Id')?.slice(0, processIdLength)
    return { answer, process, instance: data?.name === 'Fresco' ? data : undefined }
  } catch (error) {
    return { error }
  }
}

/** A server gives all its requests ids that begin with the same letters. */
const processIdLength = 8

const checkPublicUrl = async (url: string | undefined, running?: Asked): Promise<Finding[]> => {
  if (url === undefined) return []
  if (running?.instance === undefined)
    return [ok(about, 'was not asked, because no server runs. Start it and run this again')]
  return [judgePublicUrl(url, await askInstance(url), running.process)]
}

const judgePublicUrl = (url: string, { answer, error, ...found }: Asked, own?: string): Finding => {
  if (answer === undefined)
    return problem(
      about,
      `${url} could not be reached from this machine (${toReason(error)})`,
      'check the name, the proxy and the firewall. If other devices can open the address, your router does not support NAT loopback, and nothing is wrong',
    )
  const location = answer.headers.get('Location')
  if (answer.status >= 300 && answer.status < 400 && location)
    return problem(
      about,
      `${url} redirects to ${URL.parse(location, url)?.origin ?? location}`,
      'set PUBLIC_URL to the address that it redirects to',
    )
  if (answer.status >= 502 && answer.status <= 504)
    return problem(
      about,
      `the proxy answers ${answer.status}, so it does not reach this server`,
      'compare the address in your proxy with HOST and PORT',
    )
  if (found.instance === undefined)
    return problem(
      about,
      `${url} leads to another program`,
      'compare the path in PUBLIC_URL with that in your proxy (docs/operating.md has recipes)',
    )
  if (found.process === own) return ok(about, `${url} leads to this server`)
  return ok(about, `${url} leads to a Fresco ${found.instance.version}, which is another process`)
}
