import { isIP } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import type { ClientAddress } from '../../ports.ts'
import type { NodeRequest } from '../server/request-id.ts'

export type ReadClientAddress = (c: Pick<Context, 'env'>) => ClientAddress

const unknown: ClientAddress = { exact: 'unknown', key: 'unknown' }

/**
 * Finds the address of the client behind `trustedProxies` (addresses or CIDR networks). The address is the last
 * entry of `X-Forwarded-For` that is not a trusted proxy. A client that connects directly cannot fake its address.
 */
export const createClientAddress = (trustedProxies: readonly string[]): ReadClientAddress => {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (c) => {
    const env: Partial<NodeRequest> | undefined = c.env
    if (env?.incoming?.socket.remoteAddress === undefined) return unknown
    // Lists the addresses from the connection back to the first address that is not a trusted proxy.
    const addresses = proxyAddr.all(env.incoming, (entry, at) => isTrusted(withoutPort(entry), at))
    const client = addresses.map(withoutPort).findLast((address) => isIP(address) !== 0)
    return client === undefined ? unknown : toClientAddress(ipaddr.process(client))
  }
}

const withoutPort = (entry: string) =>
  entry
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

const toClientAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): ClientAddress => {
  const exact = address.toString().replace(/%.*/, '')
  return { exact, key: address instanceof ipaddr.IPv6 ? toNetworkKey(address) : exact }
}

// All IPv6 addresses of a /64 network share one key, because one client usually has at least that and could avoid
// any limit per address.
const toNetworkKey = ({ parts }: ipaddr.IPv6) =>
  `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
