import { t } from '../../platform/texts.ts'
import type { Shown } from '../wallpaper/first-paint.ts'
import { type CommandDeps, type CommandName, run } from './commands.ts'
import { InfoPanel } from './info-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import type { PanelName } from './panel-name.ts'
import './panels.css'

type PanelsProps = {
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
        <button type="button" onClick={() => run('keys', deps)}>
          {t('keys')}
        </button>
      </p>
    </InfoPanel>
  )
}
