import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

/** The address that a request comes from, as a key for counting; `unknown` when there is no socket. */
export type ClientAddress = (c: Context) => string

/**
 * Reads the address from the socket. `X-Forwarded-For` counts only as far as trusted proxies wrote
 * it: from its end, the first address that is no such proxy is the client.
 */
export const createClientAddress = (trustedProxies: readonly string[]): ClientAddress => {
  const trusted = toBlockList(trustedProxies)
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 &&
    isIP(address) !== 0 &&
    trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (c) => {
    let client = toPlain(socketAddress(c))
    if (!isTrusted(client)) return toKey(client)
    const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map(toPlain)
    while (isTrusted(client)) {
      const before = forwarded.pop()
      if (before === undefined || isIP(before) === 0) break
      client = before
    }
    return toKey(client)
  }
}

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } }
}

const socketAddress = (c: Context): string =>
  (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown'

const toBlockList = (entries: readonly string[]) => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Without a port, brackets, or the prefix of an IPv4 address inside IPv6. */
const toPlain = (text: string) =>
  text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')

/** A household or a server has a whole /64 of IPv6: counting single addresses would limit nobody. */
const toKey = (address: string) => {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
