import { defaultServer } from '../settings/settings.ts'

/**
 * Whose favorites: those of an account at a server, or of nobody yet at that server. Ids of wallpapers
 * mean something at one server only. See docs/decisions/0021.
 */
export type Owner = string

export const toOwner = (server: string, userId = ''): Owner => `${userId}@${server}`

export const parseOwner = (stored: unknown): Owner =>
  typeof stored === 'string' ? stored : toOwner(defaultServer)

/** The address of the server where the favorites are. */
export const serverOf = (owner: Owner): string => owner.slice(owner.indexOf('@') + 1)

/** True for favorites that were hearted before anyone signed in. */
export const isNobody = (owner: Owner): boolean => owner.startsWith('@')
