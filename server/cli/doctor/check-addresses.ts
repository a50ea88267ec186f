import { once } from 'node:events'
import { createServer } from 'node:http'
import { instanceSchema, readinessSchema } from '../../../shared/service-api.ts'
import { type Config, isEveryAddress, toAddress } from '../../config/config.ts'
import { isLoopback } from '../../http/site.ts'
import { type Finding, ok, problem, toReason, warning } from './findings.ts'

export const checkAddresses = async ({
  listen,
  publicUrl,
  trustedProxies,
}: Config): Promise<Finding[]> => {
  const code = await tryToListen(listen)
  const running = code === 'EADDRINUSE' ? await askInstance(toAddress(listen)) : undefined
  const port = judgePort(listen, code, running?.instance?.version)
  const stale = running?.instance ? await findStale(toAddress(listen)) : []
  if (publicUrl === undefined)
    return isEveryAddress(listen.host) ? [port, ...stale, unnamed] : [port, ...stale]
  const isTrusting = trustedProxies.length > 0
  return [
    port,
    ...stale,
    ...judgeSafety(publicUrl, isTrusting),
    await checkPublicUrl(publicUrl, running),
  ]
}

/** Returns the code of the error if the server cannot listen. */
const tryToListen = async ({ host, port }: Config['listen']): Promise<string | undefined> => {
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

const judgePort = (listen: Config['listen'], code?: string, version?: string): Finding => {
  const { host, port } = listen
  const address = toAddress(listen)
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

const about = 'PUBLIC_URL'

const unnamed = warning(
  about,
  'is not set, but the server listens on all addresses. Links and pictures begin with an address that other devices cannot open',
  'set PUBLIC_URL to the address that people use, such as http://192.168.1.20:8787',
)

/** Finds what the settings alone say about the way that requests take to this server. */
const judgeSafety = (publicUrl: string, isTrusting: boolean): Finding[] => {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return isTrusting ? [] : [untrusted]
  if (isLoopback(hostname)) return []
  return [
    warning(
      about,
      `${publicUrl} is not encrypted, so anybody on the way can read passwords`,
      'put a proxy with https in front (docs/operating.md)',
    ),
  ]
}

const untrusted = problem(
  'proxy',
  'it is https, so there must be a proxy in front, but TRUSTED_PROXIES is not set. Fresco takes all visitors for one client, so a few wrong passwords lock everybody out',
  'set TRUSTED_PROXIES to the address from which the proxy asks, such as 127.0.0.1',
)

/** Finds the sources of the running server whose last good copy is in use. */
const findStale = async (address: string): Promise<Finding[]> => {
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(`${address}/readyz`, { signal })
    .then((response) => response.json())
    .catch(() => undefined)
  const { data } = readinessSchema.safeParse(answer)
  return Object.entries(data?.sources ?? {}).flatMap(([name, { problem }]) =>
    problem === undefined
      ? []
      : [warning(name, `the running server says: ${problem}`, 'read the reason in its log')],
  )
}

type Asked = Awaited<ReturnType<typeof askInstance>>

const askInstance = async (address: string) => {
  try {
    const signal = AbortSignal.timeout(5_000)
    const answer = await fetch(`${address}/api/instance`, { redirect: 'manual', signal })
    const { data } = instanceSchema.safeParse(await answer.json().catch(() => undefined))
    // A server gives all its requests ids that begin with the same eight letters.
    const process = answer.headers.get('X-Request-Id')?.slice(0, 8)
    return { answer, process, instance: data?.name === 'Fresco' ? data : undefined }
  } catch (error) {
    return { error }
  }
}

const checkPublicUrl = async (url: string, running?: Asked): Promise<Finding> => {
  if (running?.instance === undefined)
    return ok(about, 'was not asked, because no server runs. Start it and run this again')
  const { answer, error, instance, process } = await askInstance(url)
  if (answer === undefined)
    return problem(
      about,
      `${url} could not be reached from this machine (${toReason(error)})`,
      'check the name, the proxy and the firewall. If other devices can open the address, your router does not support NAT loopback, and nothing is wrong',
    )
  const location = answer.headers.get('Location')
  if (location && answer.status >= 300 && answer.status < 400)
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
  if (instance === undefined)
    return problem(
      about,
      `${url} leads to another program`,
      'compare the path in PUBLIC_URL with that in your proxy (docs/operating.md has recipes)',
    )
  if (process === running.process) return ok(about, `${url} leads to this server`)
  return ok(about, `${url} leads to a Fresco ${instance.version}, which is another process`)
}
