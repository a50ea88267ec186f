import { canBeUsername } from '../../../shared/username.ts'
import { parseServer } from './parse-server.ts'

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
