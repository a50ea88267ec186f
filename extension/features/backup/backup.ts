import { fromJson, toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Favorite, parseConfirmed, serverOf, toOwner } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { parseServer } from '../settings/server-address.ts'
import { isList } from '../settings/setting-values.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

const backupFormat = 'fresco-backup'
const backupVersion = 1

/** What a person can take to another browser: no password, no token, nothing of the account. */
export interface Backup {
  settings: Settings
  /** Ids of wallpapers mean something at one server only. */
  favorites: { server: string; list: Favorite[] }
}

export type BackupProblem = 'backupNoJson' | 'backupOther' | 'backupNewer'

/** The text of the file. */
export const toBackupFile = ({ settings, favorites }: Backup, now: Date): string => {
  const head = { format: backupFormat, version: backupVersion, exportedAt: now.toISOString() }
  return `${JSON.stringify({ ...head, settings, favorites }, null, 2)}\n`
}

/** What such a file says, or why it is none. */
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
 * Adds the favorites of a backup to those that are here; none is lost. Those of another server become
 * nobody's there, and the account's when the person signs in. Resolves with how many are new.
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

/** What of a backup's settings needs the person's permission for their server. */
export type AtServer = Pick<Settings, 'server' | 'source'>

/** The settings of a backup that can be used at the server that is used here, and the rest of them. */
export const splitByServer = (
  backed: Settings,
  here: AtServer,
): { now: Settings; later: AtServer } => ({
  // A name means somebody at one server only.
  now: {
    ...backed,
    server: here.server,
    source: isList(backed.source) ? here.source : backed.source,
  },
  later: { server: backed.server, source: backed.source },
})
