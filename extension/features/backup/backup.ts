import { fromJson, toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Favorite, parseConfirmed } from '../favorites/favorites.ts'
import { parseServer } from '../settings/parse-server.ts'
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
