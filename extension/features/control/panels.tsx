import { t } from '../../platform/browser/texts.ts'
import { toCategoryLabel } from '../settings/filter-labels.ts'
import type { Blocked } from '../settings/setting-values.ts'
import type { Current } from '../wallpaper/deck.ts'
import type { Shown } from '../wallpaper/first-paint.ts'
import { block } from './block.ts'
import { type CommandDeps, type CommandName, run } from './commands.ts'
import { InfoPanel } from './info-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import type { PanelName } from './panel-name.ts'
import './panels.css'

interface PanelsProps {
  name: PanelName
  shown: Shown
  isPinned: boolean
  deps: CommandDeps
}

/** The open panel. Loaded when the first one is opened. */
export const Panels = ({ name, shown, isPinned, deps }: PanelsProps) => {
  const close = () => deps.open(undefined)
  if (name === 'keys' || !shown) return <KeysPanel key="keys" onClose={close} />
  const closeAnd = (name: CommandName) => () => {
    close()
    run(name, deps)
  }
  const kinds = listKinds(shown)
  return (
    <InfoPanel key="info" shown={shown} onClose={close}>
      <p class="actions">
        <button type="button" aria-pressed={isPinned} onClick={closeAnd('pin')}>
          {t(isPinned ? 'unpin' : 'pin')}
        </button>
        <button type="button" onClick={closeAnd('download')}>
          {t('download')}
        </button>
        {shown.source === 'catalogue' && (
          <button type="button" onClick={closeAnd('copy')}>
            {t('copyLink')}
          </button>
        )}
        {shown.source === 'catalogue' && (
          <button type="button" onClick={closeAnd('block')}>
            {t('blockThis')}
          </button>
        )}
        <button type="button" onClick={() => run('keys', deps)}>
          {t('keys')}
        </button>
      </p>
      {kinds.length > 0 && (
        <details>
          <summary>{t('blockKind')}</summary>
          <p class="actions">
            {kinds.map((kind) => (
              <button
                key={kind.name}
                type="button"
                onClick={() => {
                  close()
                  void block(deps, kind)
                }}
              >
                {toCategoryLabel(kind.name)}
              </button>
            ))}
          </p>
        </details>
      )}
    </InfoPanel>
  )
}

const maxKinds = 7

/** What the wallpaper is one of: its category first. */
const listKinds = ({ source, wallpaper }: Current): Pick<Blocked, 'kind' | 'name'>[] => {
  if (source !== 'catalogue') return []
  const { category, tags } = wallpaper
  const others = tags.filter((tag) => tag.toLowerCase() !== category.toLowerCase())
  return [
    ...(category ? [{ kind: 'category', name: category } as const] : []),
    ...others.map((name) => ({ kind: 'tag', name }) as const),
  ].slice(0, maxKinds)
}
