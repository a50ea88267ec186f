import { fromJson, toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Favorite, parseConfirmed, serverOf, toOwner } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { parseServer } from '../settings/server-address.ts'
import { isList } from '../settings/setting-values.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

const backupFormat = 'fresco-backup'
const backupVersion = 1

/** A backup contains no password, no token and nothing else of the account. */
export interface Backup {
  settings: Settings
  /** The backup names the favorites' server, because a wallpaper's id is valid on one server only. */
  favorites: { server: string; list: Favorite[] }
}

export const toBackupFile = ({ settings, favorites }: Backup, now: Date): string => {
  const head = { format: backupFormat, version: backupVersion, exportedAt: now.toISOString() }
  return `${JSON.stringify({ ...head, settings, favorites }, null, 2)}\n`
}

export const parseBackupFile = (
  text: string,
): Backup | 'backupNoJson' | 'backupOther' | 'backupNewer' => {
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

/** Restored favorites of another server are shown when the person uses that server. */
export const restoreFavorites = async (
  { server, list }: Backup['favorites'],
  { store }: { store: Pick<FavoritesStore, 'read' | 'record'> },
): Promise<number> => {
  const shelf = await store.read()
  const isHere = serverOf(shelf.owner) === server
  const owner = isHere ? shelf.owner : toOwner(server)
  const known = new Set(isHere ? shelf.favorites.map(({ id }) => id) : [])
  const fresh = list.filter(({ id }: Favorite) => !known.has(id))
  for (const favorite of fresh) await store.record({ action: 'add', favorite, owner })
  return fresh.length
}

export type AtServer = Pick<Settings, 'server' | 'source'>

export const splitByServer = (
  backed: Settings,
  here: AtServer,
): { now: Settings; later: AtServer } => ({
  // A user's favorites as the source are restored together with their server, which alone knows the username.
  now: {
    ...backed,
    server: here.server,
    source: isList(backed.source) ? here.source : backed.source,
  },
  later: { server: backed.server, source: backed.source },
})
