import { canBeUsername, decodePart } from '../../../shared/ids.ts'

/**
 * Without a scheme, addresses of this machine or the local network get `http`, and all other server addresses
 * `https`. An address with a query, fragment or password is invalid.
 */
export const parseServer = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.trim() === '') return
  const url = toUrl(value.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return
  if (url.search || url.hash || url.username || url.password) return
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

const toUrl = (text: string): URL | undefined => {
  if (/\s/.test(text)) return
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  return URL.parse(hasScheme ? text : `${isNearby(text) ? 'http' : 'https'}://${text}`) ?? undefined
}

const isNearby = (text: string): boolean => {
  const host = /^(?:\[[^\]]*\]|[^:/]*)/.exec(text.toLowerCase())?.[0] ?? ''
  const isPrivate = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host)
  return isPrivate || host.startsWith('[') || host.endsWith('.local') || !host.includes('.')
}

export interface ShareLink {
  server: string
  username: string
}

/** Reads a link `/share/{username}` of any server, or a username on the server `here`, with or without `@`. */
export const parseShareLink = (text: string, here: string): ShareLink | undefined => {
  const [, address, name = text.trim()] = /^(.+)\/share\/([^/?#]+)/.exec(text.trim()) ?? []
  const username = decodePart(name).replace(/^@/, '')
  const server = address ? parseServer(address) : here
  return server && canBeUsername(username) ? { server, username } : undefined
}
