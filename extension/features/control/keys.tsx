import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { Panel } from '../../ui/panel.tsx'

const shortcuts = [
  { command: 'next', key: 'n', text: 'nextWallpaper' },
  { command: 'previous', key: 'p', text: 'previousWallpaper' },
  { command: 'heart', key: 'h', text: 'favorite' },
  { command: 'block', key: 'b', text: 'blockThis' },
  { command: 'download', key: 'd', text: 'download' },
  { command: 'info', key: 'i', text: 'about' },
  { command: 'hide', key: ' ', text: 'hideControls' },
  { command: 'keys', key: '?', text: 'keys' },
] as const satisfies { command: string; key: string; text: PlainKey }[]

export const KeysPanel = ({ onClose }: { onClose: () => void }) => (
  <Panel title={t('keys')} closeLabel={t('close')} onClose={onClose}>
    <dl class="facts">
      {shortcuts.map(({ key, text }) => (
        <div key={key}>
          <dt>
            <kbd>{key.trim().toUpperCase() || t('spaceKey')}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)

export type Command = (typeof shortcuts)[number]['command']

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'target'>

export const toCommand = (press: Press): Command | undefined => {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return
  const pressed = press.key.toLowerCase()
  if (matches(press.target, 'input, textarea, select, [contenteditable], dialog, dialog *')) return
  // The space key presses a focused button or link, so it is not a shortcut there.
  if (pressed === ' ' && matches(press.target, 'button, a, summary')) return
  return shortcuts.find(({ key }) => key === pressed)?.command
}

const matches = (target: EventTarget | null, selector: string): boolean =>
  (target as Partial<Element> | null)?.matches?.(selector) === true
