import { useEffect, useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { untakenItem } from './settings-sync.ts'

export const SyncHint = () => {
  const [untaken, setUntaken] = useState<readonly string[]>([])
  useEffect(() => follow(untakenItem, setUntaken), [])
  return untaken.length > 0 ? (
    <p class="hint" role="status">
      {t('notSynced')}
    </p>
  ) : null
}
