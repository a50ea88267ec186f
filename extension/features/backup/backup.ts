import { fromJson, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import {
  type Favorite,
  isFavorite,
  ownerOf,
  parseConfirmed,
  serverOf,
  toOwner,
} from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { firstServer, serverIn, withServer } from '../settings/catalogues.ts'
import { parseServer } from '../settings/server-address.ts'
import { isList } from '../settings/setting-values.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

const backupFormat = 'fresco-backup'
const backupVersion = 1

/** A backup contains no password, no token and nothing else of the account. */
export interface Backup {
  settings: Settings
  /** The backup names the favorites' server, because a wallpaper's id is valid on one server only. */
  favorites: { server: string; list: Favorite[]; local: Favorite[] }
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
  const { server, list, local } = toRecord(favorites)
  return {
    settings: parsed,
    favorites: {
      server: parseServer(toText(server)) ?? serverIn(parsed) ?? firstServer,
      list: parseConfirmed(list),
      local: parseConfirmed(local).filter(({ catalogue }) => catalogue),
    },
  }
}

export const toBackedFavorites = (
  favorites: readonly Favorite[],
  server: string,
): Backup['favorites'] => ({
  server,
  list: favorites.filter(({ catalogue }) => !catalogue),
  local: favorites.filter(({ catalogue }) => catalogue),
})

/** Restored favorites of another server are shown when the person uses that server. */
export const restoreFavorites = async (
  { server, list, local }: Backup['favorites'],
  { store }: { store: Pick<FavoritesStore, 'read' | 'record'> },
): Promise<number> => {
  const shelf = await store.read()
  const isHere = serverOf(shelf.owner) === server
  const owner = isHere ? shelf.owner : toOwner(server)
  const isKnown = (favorite: Favorite) =>
    (isHere || favorite.catalogue) && isFavorite(shelf.favorites, favorite)
  const fresh = [...list, ...local].filter((favorite) => !isKnown(favorite))
  for (const favorite of fresh)
    await store.record({ wanted: true, favorite, owner: ownerOf(favorite, owner) })
  return fresh.length
}

export type AtServer = Pick<Settings, 'catalogues' | 'source'>

export const splitByServer = (
  backed: Settings,
  here: AtServer,
): { now: Settings; later: AtServer } => ({
  // A user's favorites as the source are restored together with their server, which alone knows the username.
  now: {
    ...backed,
    catalogues: withServer(backed, serverIn(here)),
    source: isList(backed.source) ? here.source : backed.source,
  },
  later: { catalogues: backed.catalogues, source: backed.source },
})
