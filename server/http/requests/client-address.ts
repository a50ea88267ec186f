import { isIP } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import type { NodeRequest } from '../server/request-id.ts'

/** Returns a key to count a client's requests by: an IPv4 address, an IPv6 network, or `unknown`. */
export type ClientAddress = (c: Context) => string

/**
 * Behind `trustedProxies` (addresses or CIDR networks), the client is the last entry of
 * `X-Forwarded-For` that is not a trusted proxy. Other clients cannot set their address.
 */
export const createClientAddress = (trustedProxies: readonly string[]): ClientAddress => {
  const isTrusted = createIsTrusted(trustedProxies)
  return (c) => {
    const env: Partial<NodeRequest> | undefined = c.env
    if (env?.incoming?.socket.remoteAddress === undefined) return 'unknown'
    // A list of addresses from the socket back to the first one that is not trusted.
    const addresses = proxyAddr.all(env.incoming, (entry) => isTrusted(withoutPort(entry)))
    const client = addresses.map(withoutPort).findLast((address) => isIP(address) !== 0)
    return client === undefined ? 'unknown' : toKey(client)
  }
}

const createIsTrusted = (trustedProxies: readonly string[]) => {
  const networks = trustedProxies.map(toNetwork)
  return (address: string) =>
    isIP(address) !== 0 &&
    ipaddr.subnetMatch(ipaddr.process(address), { trusted: networks }, 'other') === 'trusted'
}

const toNetwork = (text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv6' ? 128 : 32]
}

const withoutPort = (entry: string) =>
  entry
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** One client usually has a whole /64 network of IPv6 addresses, so single addresses would limit nobody. */
const toKey = (address: string) => {
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
