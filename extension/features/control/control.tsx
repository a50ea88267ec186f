import { toFavoritesUrl } from '../../../shared/catalogue/favorites-link.ts'
import { openBeside } from '../../platform/browser/beside.ts'
import { announceDeck, requestPicture } from '../../platform/browser/messages.ts'
import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { addBlocked, isBlocked, removeBlocked } from '../settings/blocking.ts'
import { toCategoryLabel } from '../settings/filter-labels.ts'
import type { Blocked } from '../settings/setting-values.ts'
import { settingsItem } from '../settings/settings.ts'
import { factsOf } from '../sources/all.ts'
import { type Current, toKey } from '../wallpaper/deck.ts'
import { dropWhere, findPrevious } from '../wallpaper/deck-moves.ts'
import type { DeckAccess } from '../wallpaper/deck-store.ts'
import type { Shown } from '../wallpaper/first-paint.ts'
import type { UseWallpaper } from '../wallpaper/use-wallpaper.ts'
import { InfoPanel } from './info-panel.tsx'
import { copyLink, download, isOnPhone, readShownImage, togglePin, toLink } from './picture.ts'
import './control.css'
import { Panel } from '../../ui/panel.tsx'
import type { Say } from '../../ui/use-said.ts'

export type PanelName = 'info' | 'keys' | 'settings'

export interface CommandDeps extends DeckAccess, Pick<UseWallpaper, 'shown' | 'show' | 'next'> {
  say: Say
  heart: () => void
  open: (panel: PanelName | undefined) => void
  hide: () => void
}

type Run = (deps: CommandDeps) => unknown

const goBack: Run = async ({ shown, show, deckStore, say }) => {
  const deck = await deckStore.read().catch(() => undefined)
  const wallpaper = deck && findPrevious(deck, shown)
  if (!wallpaper) return say(t('noPrevious'))
  if (await show(wallpaper)) return
  const isFetched = await requestPicture(toKey(wallpaper))
  if (!isFetched || !(await show(wallpaper))) say(t('wallpaperUnreachable'))
}

const pinOrUnpin: Run = async ({ shown, deckStore, say }) => {
  if (!shown) return
  const after = await togglePin(deckStore, shown, () => readShownImage(shown))
  announceDeck()
  say(t(after.pinned ? 'pinned' : 'unpinned'))
}

// An exported site has a page that shows the hearts. Its address is a link to share.
const hasFavorites = !import.meta.env.WXT_WEB || import.meta.env.WXT_EXPORTED

const openFavorites: Run = async ({ say }) => {
  if (!import.meta.env.WXT_EXPORTED) return openBeside('/favorites.html')
  const { favorites } = await favoritesStore.read()
  // Only built-in pictures name a catalogue. The page of hearts shows wallpapers of this site alone.
  const ids = favorites.flatMap(({ id, catalogue }) => (catalogue ? [] : [id]))
  if (ids.length === 0) return say(t('favoritesNone'))
  location.href = toFavoritesUrl('../', ids)
}

let settings: typeof import('./drawer.tsx') | undefined

const openDrawer: Run = async ({ open }) => {
  if (!import.meta.env.WXT_WEB) settings = await import('./drawer.tsx')
  open('settings')
}

const commands = {
  next: ({ next }) => next(),
  previous: goBack,
  heart: ({ heart }) => heart(),
  block: (deps) => block(deps),
  pin: pinOrUnpin,
  download: ({ shown, say }) => shown && download(shown, say),
  copy: ({ shown, say }) => shown?.kind === 'catalogue' && copyLink(toLink(shown.wallpaper), say),
  info: ({ open }) => open('info'),
  ...(import.meta.env.WXT_WEB ? {} : { favorites: openFavorites }),
  hide: ({ hide }) => hide(),
  keys: ({ open }) => open('keys'),
  settings: openDrawer,
} satisfies Record<string, Run>

export type CommandName = keyof typeof commands

export const run = (name: CommandName, deps: CommandDeps) => commands[name]?.(deps)

/** @param pasted the text that a person has pasted */
export const press = (event: KeyboardEvent, deps: CommandDeps, pasted?: string): void => {
  if (!import.meta.env.WXT_WEB && pasted !== undefined) {
    showLink(pasted.trim(), event)
    return
  }
  const command = toCommand(event)
  if (command) run(command, deps)
}

const showLink = (link: string, { target }: Event) => {
  if (!/^(https?:\/\/|[\w-]+(\.[\w-]+)+[/:]|localhost[/:])/i.test(link) || /\s/.test(link)) return
  if (matches(target, 'input')) return
  location.href = `/show.html#${encodeURIComponent(link)}`
}

interface PanelsProps {
  name: PanelName
  shown: Shown
  isPinned: boolean
  deps: CommandDeps
}

export const Panels = ({ name, shown, isPinned, deps }: PanelsProps) => {
  const close = () => deps.open(undefined)
  if (name === 'settings' && settings)
    return (
      <Panel key="settings" title={t('settings')} closeLabel={t('close')} onClose={close}>
        <settings.Drawer {...deps} />
      </Panel>
    )
  if (name === 'keys' || !shown) return <KeysPanel key="keys" onClose={close} />
  const closeAnd = (name: CommandName) => () => {
    close()
    run(name, deps)
  }
  const kinds = listKinds(shown)
  return (
    <InfoPanel key="info" shown={shown} onClose={close}>
      <p class="actions">
        <Action text={t(isPinned ? 'unpin' : 'pin')} pressed={isPinned} onClick={closeAnd('pin')} />
        <Action
          text={t(isOnPhone() ? 'saveForPhone' : 'download')}
          onClick={closeAnd('download')}
        />
        {shown.kind === 'catalogue' && (
          <>
            {!factsOf(shown.wallpaper.catalogue).isInBrowser && (
              <Action text={t('copyLink')} onClick={closeAnd('copy')} />
            )}
            <Action text={t('blockThis')} onClick={closeAnd('block')} />
          </>
        )}
        {hasFavorites && <Action text={t('favorites')} onClick={() => openFavorites(deps)} />}
        <Action text={t('keys')} onClick={() => run('keys', deps)} />
      </p>
      {kinds.length > 0 && (
        <details>
          <summary>{t('blockKind')}</summary>
          <p class="actions">
            {kinds.map((kind) => (
              <Action
                key={kind.name}
                text={toCategoryLabel(kind.name)}
                onClick={() => {
                  close()
                  void block(deps, kind)
                }}
              />
            ))}
          </p>
        </details>
      )}
    </InfoPanel>
  )
}

interface ActionProps {
  text: string
  pressed?: boolean
  onClick: () => void
}

const Action = ({ text, pressed, onClick }: ActionProps) => (
  <button type="button" dir="auto" aria-pressed={pressed} onClick={onClick}>
    {text}
  </button>
)

const maxKinds = 7

const listKinds = ({ kind, wallpaper }: Current): Pick<Blocked, 'kind' | 'name'>[] => {
  if (kind !== 'catalogue') return []
  const { category, tags } = wallpaper
  const others = tags.filter((tag) => tag.toLowerCase() !== category.toLowerCase())
  return [
    ...(category ? [{ kind: 'category', name: category } as const] : []),
    ...others.map((name) => ({ kind: 'tag', name }) as const),
  ].slice(0, maxKinds)
}

export const block = async (
  { shown, show, next, deckStore, say }: CommandDeps,
  kind?: Pick<Blocked, 'kind' | 'name'>,
): Promise<void> => {
  if (shown?.kind !== 'catalogue') return void next()
  const { wallpaper } = shown
  const blocked: Blocked = kind
    ? { ...kind, title: '' }
    : { kind: 'wallpaper', name: wallpaper.id, title: wallpaper.title }
  const image = await readShownImage(shown)
  const { blocked: list } = await changeBlocked((before) => addBlocked(before, blocked))
  // The background removes blocked wallpapers from the deck too late for this tab, which takes its next
  // wallpaper at once. So the tab removes them itself.
  await deckStore.update((deck) => dropWhere(deck, (one) => isBlocked(one, list))).catch(() => {})
  const text = kind ? t('blockedKind', { name: toCategoryLabel(kind.name) }) : t('blockedThis')
  say(text, async () => {
    await changeBlocked((before) => removeBlocked(before, blocked))
    await show(wallpaper, image)
  })
  await next()
}

const changeBlocked = (change: (before: Blocked[]) => Blocked[]) =>
  settingsItem.update((settings) => ({ ...settings, blocked: change(settings.blocked) }))

const shortcuts = [
  { command: 'next', key: 'n', text: 'nextWallpaper' },
  { command: 'previous', key: 'p', text: 'previousWallpaper' },
  { command: 'heart', key: 'h', text: 'favorite' },
  { command: 'block', key: 'b', text: 'blockThis' },
  { command: 'download', key: 'd', text: 'download' },
  { command: 'info', key: 'i', text: 'about' },
  ...(import.meta.env.WXT_WEB
    ? []
    : [{ command: 'favorites', key: 'f', text: 'favorites' } as const]),
  { command: 'hide', key: ' ', text: 'hideControls' },
  { command: 'keys', key: '?', text: 'keys' },
] as const satisfies { command: CommandName; key: string; text: PlainKey }[]

const KeysPanel = ({ onClose }: { onClose: () => void }) => (
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

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'target'>

export const toCommand = (press: Press): CommandName | undefined => {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return
  const pressed = press.key.toLowerCase()
  if (matches(press.target, 'input, textarea, select, [contenteditable], dialog, dialog *')) return
  // The space key presses a focused button or link, so it is not a shortcut there.
  if (pressed === ' ' && matches(press.target, 'button, a, summary')) return
  return shortcuts.find(({ key }) => key === pressed)?.command
}

const matches = (target: EventTarget | null, selector: string): boolean =>
  (target as Partial<Element> | null)?.matches?.(selector) === true
