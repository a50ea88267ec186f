import { fromJson, toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Favorite, parseConfirmed, serverOf, toOwner } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { parseServer } from '../settings/server-address.ts'
import { isList } from '../settings/setting-values.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

const backupFormat = 'fresco-backup'
const backupVersion = 1

/** Contains no password, no token and nothing else of the account. */
export interface Backup {
  settings: Settings
  /** Wallpaper ids are valid at this server only. */
  favorites: { server: string; list: Favorite[] }
}

export type BackupProblem = 'backupNoJson' | 'backupOther' | 'backupNewer'

export const toBackupFile = ({ settings, favorites }: Backup, now: Date): string => {
  const head = { format: backupFormat, version: backupVersion, exportedAt: now.toISOString() }
  return `${JSON.stringify({ ...head, settings, favorites }, null, 2)}\n`
}

/** Returns the key of an error text when the file cannot be used. */
export const parseBackupFile = (text: string): Backup | BackupProblem => {
  const json = fromJson(text)
  if (json === undefined) return 'backupNoJson'
  const { format, version, settings, favorites } = toRecord(json)
  if (format !== backupFormat || toNumber(version) < 1) return 'backupOther'
  if (toNumber(version) > backupVersion) return 'backupNewer'
  const parsed = parseSettings(settings)
  const { server, list } = toRecord(favorites)
  return {
    settings: parsed,
    favorites: { server: parseServer(toText(server)) ?? parsed.server, list: parseConfirmed(list) },
  }
}

interface RestoreDeps {
  store: Pick<FavoritesStore, 'read' | 'record'>
  now?: () => number
}

/**
 * Adds the favorites of a backup to the current ones, and resolves with how many are new. Favorites of
 * another server wait until the person signs in there.
 */
export const restoreFavorites = async (
  { server, list }: Backup['favorites'],
  { store, now = Date.now }: RestoreDeps,
): Promise<number> => {
  const shelf = await store.read()
  const isHere = serverOf(shelf.owner) === server
  const owner = isHere ? shelf.owner : toOwner(server)
  const known = new Set(isHere ? shelf.favorites.map(({ id }) => id) : [])
  const fresh = list.filter(({ id }: Favorite) => !known.has(id))
  const start = now()
  for (const [index, favorite] of fresh.entries()) {
    await store.record({ action: 'add', favorite, at: start + index, owner })
  }
  return fresh.length
}

/** These settings may name another server, for which the browser needs the person's permission. */
export type AtServer = Pick<Settings, 'server' | 'source'>

export const splitByServer = (
  backed: Settings,
  here: AtServer,
): { now: Settings; later: AtServer } => ({
  // A username is valid at one server only.
  now: {
    ...backed,
    server: here.server,
    source: isList(backed.source) ? here.source : backed.source,
  },
  later: { server: backed.server, source: backed.source },
})
