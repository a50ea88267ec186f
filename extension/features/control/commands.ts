import { announceDeck, requestPicture } from '../../platform/browser/messages.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import { t } from '../../platform/browser/texts.ts'
import { isPinned, toKey } from '../wallpaper/deck.ts'
import { findPrevious, pinWallpaper } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import type { UseWallpaper } from '../wallpaper/use-wallpaper.ts'
import { block } from './block.ts'
import { download } from './download.ts'
import { toCommand } from './keys.ts'
import { toPageUrl } from './page-url.ts'
import type { PanelName } from './panel-name.ts'
import { readShownImage } from './shown-image.ts'
import type { Say } from './use-said.ts'

export type CommandDeps = Pick<UseWallpaper, 'shown' | 'show' | 'next'> & {
  deckStore: DeckStore
  say: Say
  /** Hearts the wallpaper, or takes the heart back. */
  heart: () => void
  open: (panel: PanelName | undefined) => void
  /** Hides the controls, or shows them again. */
  hide: () => void
}

type Run = (deps: CommandDeps) => unknown

/** Back to the wallpaper before this one, its picture fetched anew where it is not stored any more. */
const goBack: Run = async ({ shown, show, deckStore, say }) => {
  const deck = await deckStore.read().catch(() => undefined)
  const wallpaper = deck && findPrevious(deck, shown)
  if (!wallpaper) return say(t('noPrevious'))
  if (await show(wallpaper)) return
  const isFetched = await requestPicture(toKey(wallpaper), readScreenSize())
  if (!isFetched || !(await show(wallpaper))) say(t('previousUnreachable'))
}

/** Keeps the wallpaper in every new tab, or lets go of it. */
const togglePin: Run = async ({ shown, deckStore, say }) => {
  if (!shown) return
  // The picture may have been dropped since this tab was opened.
  const image = await readShownImage(shown)
  if (image && shown.source === 'catalogue') await deckStore.recall(shown.wallpaper, image)
  const after = await deckStore.update((deck) =>
    pinWallpaper(deck, isPinned(deck, shown) ? null : shown),
  )
  announceDeck()
  say(t(isPinned(after, shown) ? 'pinned' : 'unpinned'))
}

const copyLink: Run = async ({ shown, say }) => {
  if (shown?.source !== 'catalogue') return
  const isCopied = await navigator.clipboard.writeText(toPageUrl(shown.wallpaper)).then(
    () => true,
    () => false,
  )
  say(t(isCopied ? 'linkCopied' : 'linkNotCopied'))
}

const saveFile: Run = async ({ shown, say }) => {
  if (!shown) return
  say(t('downloading'))
  try {
    say(t('downloaded', { file: await download(shown) }))
  } catch {
    say(t('notDownloaded'))
  }
}

const commands = {
  next: ({ next }) => next(),
  previous: goBack,
  heart: ({ heart }) => heart(),
  block: (deps) => block(deps),
  pin: togglePin,
  download: saveFile,
  copy: copyLink,
  info: ({ open }) => open('info'),
  hide: ({ hide }) => hide(),
  keys: ({ open }) => open('keys'),
} satisfies Record<string, Run>

export type CommandName = keyof typeof commands

export const run = (name: CommandName, deps: CommandDeps) => commands[name](deps)

/** Runs the command of a pressed key, if it is one. */
export const press = (event: KeyboardEvent, deps: CommandDeps): void => {
  const command = toCommand(event)
  if (command) run(command, deps)
}
