import { useState } from 'preact/hooks'
import { fromJson, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { hasHostAccess, requestHostAccess } from '../../platform/browser/permissions.ts'
import { saveFile } from '../../platform/browser/save-file.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { FileButton } from '../../ui/file-button.tsx'
import {
  type Favorite,
  isFavorite,
  ownerOf,
  parseConfirmed,
  serverOf,
  toOwner,
} from '../favorites/favorites.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { GoThere, type Report, ReportLine, toBad } from '../settings/report.tsx'
import { parseServer } from '../settings/server-address.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'
import { firstServer } from '../settings/source-names.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { serverIn, wholeServerIn, withServer } from '../sources/chosen.ts'

/** The sources of a backup whose server the extension may not reach yet. */
type Later = Pick<Settings, 'sources'> & { server: string }

export const BackupFields = ({ settings, change }: UseSettings) => {
  const [report, setReport] = useState<Report>()
  const [later, setLater] = useState<Later>()

  const save = async () => {
    const { owner, favorites } = await favoritesStore.read()
    const now = new Date()
    const backed = toBackedFavorites(favorites, serverOf(owner))
    const text = toBackupFile({ settings, favorites: backed }, now)
    saveFile(`fresco-${now.toISOString().slice(0, 10)}.json`, text)
  }
  const restore = async ([file]: File[]) => {
    if (!file) return
    setLater(undefined)
    const backup = parseBackupFile(await file.text())
    if (typeof backup === 'string') return setReport(toBad(t(backup)))
    const count = await restoreFavorites(backup.favorites).catch(() => undefined)
    if (count === undefined) return setReport(toBad(t('heartUnsaved')))
    const { sources } = backup.settings
    const server = wholeServerIn({ sources })
    const isHere = server === undefined || server === serverIn(settings)
    const isAllowed = isHere || (await hasHostAccess(server))
    const atServer = isAllowed ? sources : withServer({ sources }, wholeServerIn(settings))
    await change({ ...backup.settings, sources: atServer })
    setReport({ tone: 'good', text: tCount('backupRestored', count) })
    if (!isAllowed) setLater({ sources, server })
  }
  const goThere = async ({ server, sources }: Later) => {
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    if (!(await requestHostAccess(server)))
      return setReport(toBad(t('backupNotAllowed', { host: toHost(server) })))
    await change({ sources })
    setLater(undefined)
    setReport((before) => (before?.tone === 'good' ? before : undefined))
  }

  return (
    <div class="group">
      <p class="hint">{t('backupHint')}</p>
      <div class="row">
        <button type="button" onClick={save}>
          {t('backupExport')}
        </button>
        <FileButton label={t('backupImport')} accept=".json,application/json" onChosen={restore} />
      </div>
      <ReportLine report={report} />
      {later && (
        <>
          <p class="report" role="status">
            {t('backupServer', { host: toHost(later.server) })}
          </p>
          <GoThere server={later.server} onClick={() => goThere(later)} />
        </>
      )}
    </div>
  )
}

const backupFormat = 'fresco-backup'
const backupVersion = 1

/** A backup contains no password, no token and nothing else of the account. */
export type Backup = Exclude<ReturnType<typeof parseBackupFile>, string>

export const toBackupFile = ({ settings, favorites }: Backup, now: Date): string => {
  const head = { format: backupFormat, version: backupVersion, exportedAt: now.toISOString() }
  return `${JSON.stringify({ ...head, settings, favorites }, null, 2)}\n`
}

export const parseBackupFile = (text: string) => {
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
      // A wallpaper's id is valid on one server only.
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
export const restoreFavorites = async ({
  server,
  list,
  local,
}: Backup['favorites']): Promise<number> => {
  const shelf = await favoritesStore.read()
  const isHere = serverOf(shelf.owner) === server
  const owner = isHere ? shelf.owner : toOwner(server)
  const isKnown = (favorite: Favorite) =>
    (isHere || favorite.catalogue) && isFavorite(shelf.favorites, favorite)
  const fresh = [...list, ...local].filter((favorite) => !isKnown(favorite))
  for (const favorite of fresh)
    await favoritesStore.record({ wanted: true, favorite, owner: ownerOf(favorite, owner) })
  return fresh.length
}
