import { useEffect, useState } from 'preact/hooks'
import { onDeckAnnounced, requestTopUp } from '../../platform/browser/messages.ts'
import { whenIdle } from '../../platform/browser/page.ts'
import { t } from '../../platform/browser/texts.ts'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { explain, isListProblem, type Problem, toHost } from '../../remote/problem.ts'
import { settingsItem, toFiltersKey } from '../settings/settings.ts'
import { asksAny, wholeServerIn } from '../sources/chosen.ts'
import { isPinned, type Upcoming } from '../wallpaper/deck.ts'
import type { DeckAccess } from '../wallpaper/deck-store.ts'
import type { Shown } from '../wallpaper/first-paint.ts'
import { canPreload, isFirstTab, preload, toHint, writeHint } from '../wallpaper/hint.ts'
import { fetchStatusItem } from './fetch-status.ts'

/**
 * Requests more wallpapers once the page is painted, and leaves a hint for the next tab. `notice` tells the
 * person why the page does not show the wallpapers that they chose.
 */
export const useSupply = (shown: Shown, access: DeckAccess) => {
  const [supply, setSupply] = useState<Awaited<ReturnType<typeof readSupply>>>()
  // A person who sees a built-in wallpaper is waiting for one from the server.
  const isBuiltIn = shown?.kind !== 'catalogue'
  const [isWaiting] = useState(isBuiltIn)
  const [isFirst] = useState(isFirstTab)

  const refresh = () => void readSupply(access).then(setSupply)
  useEffect(() => {
    whenIdle(() => requestTopUp(isWaiting).then(refresh))
    return onAnyChange([fetchStatusItem, settingsItem, { onChange: onDeckAnnounced }], refresh)
  }, [access, isWaiting])
  useEffect(refresh, [access, shown])

  return {
    notice: supply && toNotice({ ...supply, isFirst, isBuiltIn }),
    isPinned: supply?.deck ? isPinned(supply.deck, shown) : false,
    wantsCredit: supply?.wantsCredit,
  }
}

const readSupply = async (access: DeckAccess) => {
  const stored = await access.deckStore.read().catch(() => undefined)
  const settings = await settingsItem.read()
  const deck = stored && { ...stored, darker: settings.darker }
  if (deck) {
    writeHint(toHint(deck, Date.now(), access))
    if (canPreload) preload(deck, access).catch(() => undefined)
  }
  const status = await fetchStatusItem.read()
  return {
    asks: asksAny(settings),
    source: settings.sources[0],
    host: toHost(status.failing[0]?.catalogue || wholeServerIn(settings) || ''),
    problem: status.filters === toFiltersKey(settings) ? status.problem : null,
    next: deck && access.rules.findNext(deck),
    deck,
    wantsCredit: settings.credit,
    ...(import.meta.env.FIREFOX && { isDistant: access.isDistant }),
  }
}

export interface NoticeInput {
  /** False while the built-in wallpapers are all that the person has chosen. */
  asks: boolean
  /** One of the sources that the person has chosen, for the text of the notice. */
  source: string | undefined
  isFirst: boolean
  isBuiltIn: boolean
  host: string
  problem: Problem | null
  next: Upcoming | undefined
  isDistant?: boolean | undefined
}

export const toNotice = (input: NoticeInput): string | undefined => {
  if (!input.asks) return input.isFirst && !input.source ? t('noticePhotos') : undefined
  if (!input.isBuiltIn) {
    if (!isListProblem(input.problem)) return
    return t('noticeOthers', { why: explain(input.problem, input.host) })
  }
  // With a full disk, a tab cannot take an upcoming wallpaper, because it could not save which one it took. So
  // the notice must not promise new wallpapers.
  if (input.next && input.problem?.kind !== 'storage-full') return t('noticeHere')
  if (input.problem) return t('noticeBuiltIn', { why: explain(input.problem, input.host) })
  if (import.meta.env.FIREFOX && input.isDistant) return t('noticeSoon')
  return t('noticeMore')
}
