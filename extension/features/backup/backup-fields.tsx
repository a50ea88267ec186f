import { useEffect, useRef, useState } from 'preact/hooks'
import { hasHostAccess, requestHostAccess } from '../../platform/browser/permissions.ts'
import { saveFile } from '../../platform/browser/save-file.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { toHost } from '../../remote/problem.ts'
import { serverOf } from '../favorites/favorites.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { serverIn } from '../settings/catalogues.ts'
import { GoThere, type Report, ReportLine, toBad } from '../settings/report.tsx'
import { untakenItem } from '../settings/settings-sync.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import {
  type AtServer,
  parseBackupFile,
  restoreFavorites,
  splitByServer,
  toBackedFavorites,
  toBackupFile,
} from './backup.ts'

export const BackupFields = ({ settings, change }: UseSettings) => {
  const picker = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<Report>()
  const [later, setLater] = useState<AtServer & { server: string }>()

  const save = async () => {
    const { owner, favorites } = await favoritesStore.read()
    const now = new Date()
    const text = toBackupFile(
      { settings, favorites: toBackedFavorites(favorites, serverOf(owner)) },
      now,
    )
    saveFile(`fresco-${now.toISOString().slice(0, 10)}.json`, text)
  }
  const restore = async (input: HTMLInputElement) => {
    const text = await input.files?.[0]?.text()
    // Clearing the file input lets the person choose the same file again.
    input.value = ''
    if (text === undefined) return
    setLater(undefined)
    const backup = parseBackupFile(text)
    if (typeof backup === 'string') return setReport(toBad(t(backup)))
    const stores = { store: favoritesStore }
    const count = await restoreFavorites(backup.favorites, stores).catch(() => undefined)
    if (count === undefined) return setReport(toBad(t('heartUnsaved')))
    const { now, later } = splitByServer(backup.settings, settings)
    const server = serverIn(later)
    const isHere = server === null || server === serverIn(settings)
    const isAllowed = isHere || (await hasHostAccess(server))
    await change(isAllowed ? backup.settings : now)
    setReport({ tone: 'good', text: tCount('backupRestored', count) })
    if (!isAllowed) setLater({ ...later, server })
  }
  const goThere = async ({ server, ...there }: AtServer & { server: string }) => {
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    if (!(await requestHostAccess(server)))
      return setReport(toBad(t('backupNotAllowed', { host: toHost(server) })))
    await change(there)
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
        <button type="button" onClick={() => picker.current?.click()}>
          {t('backupImport')}
        </button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('backupImport')}
          onChange={(event) => restore(event.currentTarget)}
        />
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

export const SyncHint = () => {
  const [untaken, setUntaken] = useState<readonly string[]>([])
  useEffect(() => follow(untakenItem, setUntaken), [])
  return untaken.length > 0 ? (
    <p class="hint" role="status">
      {t('notSynced')}
    </p>
  ) : null
}
