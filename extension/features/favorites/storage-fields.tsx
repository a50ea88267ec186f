import { t, writeBytes } from '../../platform/browser/texts.ts'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { WordField } from '../settings/setting-fields.tsx'
import { budgets, savings } from '../settings/setting-values.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { fetchStatusItem } from '../supply/fetch-status.ts'
import { isSaving } from '../supply/saving.ts'
import { mb, type StorageReport, storageReportItem } from './store-favorites.ts'

export const StorageFields = ({ settings, change }: UseSettings) => {
  const stored = useLoaded(readView, [], onViewChange)
  return (
    <>
      <WordField
        {...{ settings, change }}
        name="saveData"
        legend={t('saveData')}
        hint={t('saveDataHint')}
        words={savings}
      />
      <ChoiceGroup
        legend={t('budget')}
        hint={t('budgetHint')}
        choices={budgets.map((size) => ({ value: String(size), label: writeBytes(size * mb, 0) }))}
        value={String(settings.budget)}
        onChange={(size) => change({ budget: Number(size) })}
      />
      <div class="group">
        {stored && (
          <p class="hint">
            {isSaving(settings) && `${t('saveDataNow')} `}
            {toStoredText(stored)}
          </p>
        )}
        <p class="report" role="status" data-tone="bad">
          {stored?.isDiskFull ? t('storageDiskFull') : stored?.isFull && t('storageFull')}
        </p>
      </div>
    </>
  )
}

const toStoredText = ({ bytes, favoriteBytes, count, missing }: StorageReport): string => {
  const stored = t('storageStored', { size: writeBytes(bytes) })
  const all = count + missing
  if (all === 0) return stored
  return `${stored} ${t('storageFavorites', { count, all, size: writeBytes(favoriteBytes) })}`
}

const onViewChange = (listener: () => void) =>
  onAnyChange([storageReportItem, fetchStatusItem], listener)

const readView = async () => {
  const [report, { problem }] = await Promise.all([
    storageReportItem.read(),
    fetchStatusItem.read(),
  ])
  return { ...report, isDiskFull: report.isDiskFull || problem?.kind === 'storage-full' }
}
