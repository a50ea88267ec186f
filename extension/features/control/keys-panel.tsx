import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { type Command, keysOfCommands } from './keys.ts'

const texts: Record<Command, PlainKey> = {
  next: 'nextWallpaper',
  previous: 'previousWallpaper',
  heart: 'favorite',
  block: 'blockThis',
  download: 'download',
  info: 'about',
  hide: 'hideControls',
  keys: 'keys',
}

/** The list of keys. */
export const KeysPanel = ({ onClose }: { onClose: () => void }) => (
  <Panel title={t('keys')} closeLabel={t('close')} onClose={onClose}>
    <dl class="facts">
      {(Object.keys(texts) as Command[]).map((command) => (
        <div key={command}>
          <dt>
            <kbd>{keysOfCommands[command].trim().toUpperCase() || t('spaceKey')}</kbd>
          </dt>
          <dd>{t(texts[command])}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)
