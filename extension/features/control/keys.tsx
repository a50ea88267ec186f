import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { Panel } from '../../ui/panel.tsx'

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

/** What a person can do on a new tab with one key. */
export type Command =
  | 'next'
  | 'previous'
  | 'heart'
  | 'block'
  | 'download'
  | 'info'
  | 'hide'
  | 'keys'

export const keysOfCommands: Record<Command, string> = {
  next: 'n',
  previous: 'p',
  heart: 'h',
  block: 'b',
  download: 'd',
  info: 'i',
  hide: ' ',
  keys: '?',
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'target'>

/** The command of a pressed key; `undefined` when it belongs to the browser, a field or a button. */
export const toCommand = (press: Press): Command | undefined => {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return
  const key = press.key.toLowerCase()
  if (matches(press.target, 'input, textarea, select, [contenteditable], dialog, dialog *')) return
  // Space presses the button that has the focus.
  if (key === ' ' && matches(press.target, 'button, a, summary')) return
  const commands = Object.keys(keysOfCommands) as Command[]
  return commands.find((command) => keysOfCommands[command] === key)
}

const matches = (target: EventTarget | null, selector: string): boolean =>
  (target as Partial<Element> | null)?.matches?.(selector) === true
