import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CommandDeps, CommandName, PanelName } from '../../features/control/control.tsx'
import { isFavorite, serverOf, toFavorite } from '../../features/favorites/favorites.ts'
import { favoritesStore, type Shelf } from '../../features/favorites/favorites-store.ts'
import { useFavorites, useSync } from '../../features/favorites/use-favorites.ts'
import { builtInName } from '../../features/sources/built-in.ts'
import { useSupply } from '../../features/supply/use-supply.ts'
import { type Current, toBundledFile } from '../../features/wallpaper/deck.ts'
import type { DeckAccess } from '../../features/wallpaper/deck-store.ts'
import type { Shown } from '../../features/wallpaper/first-paint.ts'
import { type UseWallpaper, useWallpaper } from '../../features/wallpaper/use-wallpaper.ts'
import { t } from '../../platform/browser/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSaid } from '../../ui/use-said.ts'

export interface ToolsProps extends Pick<UseWallpaper, 'shown' | 'next'> {
  run(command: CommandName): unknown
}

export interface ProgramControls {
  openSettings?: () => void
  /** Calls the listener with what an account needs from the person, now and after each change. */
  watchAttention?: (listener: (text: string | undefined) => void) => void
  Tools?: ComponentType<ToolsProps>
  /** Replaces the name of the author on the picture. */
  toCaption?: ((shown: Shown) => string) | undefined
}

interface NewTabPageProps {
  shown: Shown
  shelf: Shelf
  deck: DeckAccess
  own: ProgramControls
}

export const NewTabPage = ({ deck, own, ...initial }: NewTabPageProps) => {
  const { openSettings, watchAttention, Tools } = own
  const { shown, next, show, isBusy } = useWallpaper(initial.shown, deck)
  const { notice: supply, isPinned, wantsCredit } = useSupply(shown, deck)
  const credit =
    import.meta.env.WXT_WEB && own.toCaption ? own.toCaption(shown) : toCredit(shown, wantsCredit)
  const [attention, setAttention] = useState<string>()
  useEffect(() => watchAttention?.(setAttention), [watchAttention])
  const hearts = useFavorites(favoritesStore, initial.shelf)
  const notice = supply ?? attention
  const hearted = shown && toFavorite(toHeartable(shown), serverOf(hearts.owner))
  const isOn = hearted !== undefined && isFavorite(hearts.favorites, hearted)
  const toggle = async () => {
    if (hearted && !(await hearts.change(!isOn, hearted))) say(t('heartUnsaved'))
  }
  const heart = () => {
    if (!hearted) return
    void toggle()
    say(t(isOn ? 'heartRemoved' : 'heartAdded'))
  }
  const { said, say } = useSaid()
  const { text, undo: act } = said ?? { text: notice, undo: openSettings }
  const { run, deps, isHidden, panel, Panels } = useCommands({
    ...deck,
    ...{ shown, show, next, say, heart },
  })
  useSync({ details: false })

  return (
    <div class="controls" data-hidden={isHidden}>
      {credit && (
        <p class="credit on-picture" dir="auto">
          {credit}
        </p>
      )}
      <p class="notice" role="status">
        {text && (
          <span class="glass">
            {text}{' '}
            {act && (
              <button type="button" class="link" onClick={act}>
                {t(said ? 'undo' : 'settings')}
              </button>
            )}
          </span>
        )}
      </p>
      <div class="bar glass">
        <h1 class="title" dir="auto" aria-live="polite">
          {shown?.wallpaper.title || t('newTabTitle')}
        </h1>
        {isPinned && (
          <IconButton label={t('unpin')} icon="pin" filled pressed onClick={() => run('pin')} />
        )}
        {hearted && (
          <IconButton
            label={t('favorite')}
            icon="heart"
            filled={isOn}
            pressed={isOn}
            onClick={toggle}
          />
        )}
        <IconButton
          label={t('previousWallpaper')}
          icon="previous"
          onClick={() => run('previous')}
        />
        <IconButton label={t('nextWallpaper')} icon="next" busy={isBusy} onClick={next} />
        <IconButton label={t('about')} icon="info" onClick={() => run('info')} />
        {openSettings && (
          <IconButton
            label={t('settings')}
            icon="settings"
            onClick={({ ctrlKey }) => (ctrlKey ? openSettings() : run('settings'))}
          />
        )}
        {Tools && <Tools {...{ shown, next, run }} />}
      </div>
      {panel && Panels && <Panels name={panel} {...{ shown, isPinned, deps }} />}
    </div>
  )
}

const toHeartable = ({ kind, wallpaper }: Current) =>
  kind === 'bundled'
    ? { ...wallpaper, catalogue: builtInName, preview_url: toBundledFile(wallpaper) }
    : wallpaper

// Names the author and the license if the license demands it or the person wants it.
const toCredit = (shown: Shown, isWanted: boolean | undefined) => {
  if (shown?.kind !== 'catalogue') return
  const { credit, license, terms } = shown.wallpaper
  return (isWanted || terms.includes('credit')) && [credit, license].filter(Boolean).join(' · ')
}

type Control = typeof import('../../features/control/control.tsx')

// The commands and panels are loaded at their first use, so that a tab without them never loads their code.
const load = () => import('../../features/control/control.tsx')

const useCommands = (deps: Omit<CommandDeps, 'open' | 'hide'>) => {
  const [isHidden, setHidden] = useState(false)
  const [panel, setPanel] = useState<PanelName>()
  const [control, setControl] = useState<Control>()
  const open = async (name: PanelName | undefined) => {
    setControl(await load())
    setPanel(name)
  }
  const all: CommandDeps = { ...deps, open, hide: () => setHidden(!isHidden) }
  const latest = useRef(all)
  latest.current = all
  const run = async (name: CommandName) => (await load()).run(name, latest.current)
  useEffect(() => {
    const press = async (event: Event) => {
      // The pasted text is there only while the event is handled.
      const pasted = (event as ClipboardEvent).clipboardData?.getData('text')
      ;(await load()).press(event as KeyboardEvent, latest.current, pasted)
    }
    window.onkeydown = press
    if (!import.meta.env.WXT_WEB) document.onpaste = press
  }, [])
  return { run, deps: latest.current, isHidden, panel, Panels: control?.Panels }
}
