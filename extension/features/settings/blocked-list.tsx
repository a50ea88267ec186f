import { t } from '../../platform/browser/texts.ts'
import { toCategoryLabel } from './filter-labels.ts'
import type { Blocked } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'

export const BlockedList = ({ settings, change }: UseSettings) => {
  const { blocked } = settings
  return (
    <fieldset class="group">
      <legend>{t('blocked')}</legend>
      <p class="hint">{t('blockedHint')}</p>
      {blocked.length > 0 && (
        <ul class="choices blocked">
          {blocked.toReversed().map((entry) => (
            <li key={`${entry.kind}/${entry.name}`}>
              <button
                type="button"
                aria-label={t('unblock', { name: toName(entry) })}
                onClick={() => change({ blocked: blocked.filter((one) => one !== entry) })}
              >
                <span dir="auto">{toName(entry)}</span>
                {entry.kind !== 'wallpaper' && <small aria-hidden="true">{t(entry.kind)}</small>}
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

const toName = ({ kind, name, title }: Blocked) =>
  title || (kind === 'wallpaper' ? name : toCategoryLabel(name))
