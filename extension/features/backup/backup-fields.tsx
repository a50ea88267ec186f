import { useRef, useState } from 'preact/hooks'
import { saveFile } from '../../platform/save-file.ts'
import { t, tCount } from '../../platform/texts.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { serverOf } from '../favorites/owner.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { parseBackupFile, toBackupFile } from './backup.ts'
import { restoreFavorites } from './restore.ts'

type Report = { tone: 'good' | 'bad'; text: string }

/** Settings and favorites as one file, out and in again. */
export const BackupFields = ({ settings, change }: UseSettings) => {
  const picker = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<Report>()

  const save = async () => {
    const { owner, favorites } = await favoritesStore.read()
    const now = new Date()
    const text = toBackupFile(
      { settings, favorites: { server: serverOf(owner), list: favorites } },
      now,
    )
    saveFile(`fresco-${now.toISOString().slice(0, 10)}.json`, text)
  }
  const restore = async (input: HTMLInputElement) => {
    const text = await input.files?.[0]?.text()
    // The same file may be chosen again.
    input.value = ''
    if (text === undefined) return
    const backup = parseBackupFile(text)
    if (typeof backup === 'string') return setReport({ tone: 'bad', text: t(backup) })
    const count = await restoreFavorites(backup.favorites, { store: favoritesStore })
    await change(backup.settings)
    setReport({ tone: 'good', text: tCount('backupRestored', count) })
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
      <p class="report" role="status" data-tone={report?.tone}>
        {report?.text}
      </p>
    </div>
  )
}
