import { canBeUsername } from '../../../shared/ids.ts'

/**
 * A server's address as it is stored, or `undefined` when it is none. `http://` is assumed for a
 * bare address of this machine, `https://` for any other; a query, fragment or password is refused.
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
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text) ?? undefined
  return URL.parse(`${isNearby(text) ? 'http' : 'https'}://${text}`) ?? undefined
}

/** This machine, or one in the same house: those speak http. */
const isNearby = (text: string): boolean => {
  const host = /^(?:\[[^\]]*\]|[^:/]*)/.exec(text.toLowerCase())?.[0] ?? ''
  const isPrivate = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host)
  return isPrivate || host.startsWith('[') || host.endsWith('.local') || !host.includes('.')
}

/** Somebody's favorites at a server. */
export interface ShareLink {
  server: string
  username: string
}

/**
 * What a person enters to name a list: a share link, `/share/{username}` of any server, or a username, with
 * or without the `@`, which is one `here`. `undefined` when it is neither.
 */
export const parseShareLink = (text: string, here: string): ShareLink | undefined => {
  const [, address, name = ''] = /^(.+)\/share\/([^/?#]+)/.exec(text.trim()) ?? [
    '',
    '',
    text.trim(),
  ]
  const username = decode(name).replace(/^@/, '')
  const server = address ? parseServer(address) : here
  return server && canBeUsername(username) ? { server, username } : undefined
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
