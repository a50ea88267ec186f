import { t } from '../../platform/browser/texts.ts'
import { RemovableList } from '../../ui/removable-list.tsx'
import { toCategoryLabel } from './filter-labels.ts'
import type { Blocked } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'

export const BlockedList = ({ settings, change }: UseSettings) => {
  const { blocked } = settings
  return (
    <fieldset class="group">
      <legend>{t('blocked')}</legend>
      <p class="hint">{t('blockedHint')}</p>
      <RemovableList
        entries={blocked.toReversed().map((entry) => ({
          key: `${entry.kind}/${entry.name}`,
          label: toName(entry),
          note: entry.kind === 'wallpaper' ? undefined : t(entry.kind),
          action: t('unblock', { name: toName(entry) }),
          remove: () => change({ blocked: blocked.filter((one) => one !== entry) }),
        }))}
      />
    </fieldset>
  )
}

const toName = ({ kind, name, title }: Blocked) =>
  title || (kind === 'wallpaper' ? name : toCategoryLabel(name))
