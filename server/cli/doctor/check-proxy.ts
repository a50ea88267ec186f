import { instanceSchema } from '../../../shared/service-api.ts'
import { type Config, toAddress } from '../../config/config.ts'
import { isLoopback } from '../../http/site.ts'
import { describeCause } from './check-services.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const about = 'PUBLIC_URL'

export const checkProxy = async (config: Config): Promise<Finding[]> => {
  const { publicUrl, trustedProxies } = config
  if (publicUrl === undefined) return []
  const { protocol, hostname } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  return [
    ...(isHttps && trustedProxies.length === 0 ? [untrusted] : []),
    ...(isHttps || isLoopback(hostname) ? [] : [toUnencrypted(publicUrl)]),
    await askThroughProxy(publicUrl, toAddress(config.listen)),
  ]
}

const untrusted = problem(
  'proxy',
  'PUBLIC_URL is https, so there must be a proxy in front, but TRUSTED_PROXIES is not set. Fresco takes all visitors for one client, so a few wrong passwords lock everybody out',
  'set TRUSTED_PROXIES to the address from which the proxy asks, such as 127.0.0.1',
)

const toUnencrypted = (url: string) =>
  warning(
    about,
    `${url} is not encrypted, so anybody on the way can read passwords`,
    'put a proxy with https in front (docs/operating.md)',
  )

const askInstance = async (address: string) => {
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(`${address}/api/instance`, { redirect: 'manual', signal })
  const { data } = instanceSchema.safeParse(await answer.json().catch(() => undefined))
  // A server gives all its requests ids that begin with the same eight letters.
  const process = answer.headers.get('X-Request-Id')?.slice(0, 8)
  return { answer, process, isFresco: data?.name === 'Fresco' }
}

const askThroughProxy = async (url: string, address: string): Promise<Finding> => {
  const running = await askInstance(address).catch(() => undefined)
  if (!running?.isFresco)
    return ok(
      about,
      `was not asked, because no server runs at ${address}. Start it and run this again`,
    )
  try {
    const { answer, isFresco, process } = await askInstance(url)
    const location = answer.headers.get('Location')
    if (location)
      return problem(
        about,
        `${url} redirects to ${URL.parse(location, url)?.origin ?? location}`,
        'set PUBLIC_URL to the address that it redirects to',
      )
    if (!isFresco)
      return problem(
        about,
        `${url} does not lead to Fresco (status ${answer.status})`,
        'compare the address and the path in your proxy with HOST, PORT and PUBLIC_URL (docs/operating.md has recipes)',
      )
    return ok(
      about,
      `${url} leads to ${process === running.process ? 'this server' : 'another Fresco'}`,
    )
  } catch (error) {
    return problem(
      about,
      `${url} could not be reached from this machine (${describeCause(error)})`,
      'check the name, the proxy and the firewall. If other devices can open the address, your router does not support NAT loopback, and nothing is wrong',
    )
  }
}
