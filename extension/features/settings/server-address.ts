import { toText } from '../../../shared/unknown.ts'

/** Reads the address of a server. An address with a query or a fragment is invalid. */
export const parseServer = (value: unknown): string | undefined => {
  const url = parseAddress(toText(value))
  if (!url || url.search || url.hash) return
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/**
 * Reads a web address that a person typed. Without a scheme, addresses of this machine or the local network get `http`, and
 * all others `https`. An address with a password is invalid.
 */
export const parseAddress = (text: string): URL | undefined => {
  const url = toUrl(text.trim())
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

const toUrl = (text: string): URL | undefined => {
  if (/\s/.test(text)) return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text) ?? undefined
  const url = URL.parse(`http://${text}`)
  return url && !isPrivateHost(url.hostname) ? new URL(`https://${text}`) : (url ?? undefined)
}

/**
 * Tells from the name of a host whether it is on this machine or in a private network. Other names may lead there, too.
 * `hostname` is that of a `URL`, which writes `127.1` as `127.0.0.1`.
 */
export const isPrivateHost = (hostname: string): boolean => {
  // A dot at the end changes nothing: `router.lan.` is `router.lan`.
  const host = hostname.replace(/\.$/, '')
  return !/[.:]/.test(host) || privateAddress.test(host) || privateName.test(host)
}

const privateAddress =
  /^(?:(?:(?:0|10|127)\.\d+|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+|\[(?:::|64:ff9b:|f[cd]..:|fe[89ab].:).*)$/
const privateName = /\.(?:local|localhost|internal|lan|home|home\.arpa)$/
