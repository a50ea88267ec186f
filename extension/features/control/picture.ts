import { saveFile } from '../../platform/browser/save-file.ts'
import { t } from '../../platform/browser/texts.ts'
import { toPrivateRequest } from '../../remote/http.ts'
import type { Say } from '../../ui/use-said.ts'
import { factsOf } from '../sources/all.ts'
import {
  type Current,
  type Deck,
  type DeckWallpaper,
  isPinned,
  toBundledFile,
} from '../wallpaper/deck.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import type { Shown } from '../wallpaper/first-paint.ts'

const deadlineMs = 120_000

const readShownAddress = () => document.querySelector<HTMLImageElement>('#wallpaper')?.src ?? ''

export const readShownImage = async (shown: Shown): Promise<Blob | undefined> => {
  const address = readShownAddress()
  if (shown?.kind !== 'catalogue' || !address.startsWith('blob:')) return
  try {
    const blob = await (await fetch(address)).blob()
    // The bytes are copied, because Firefox empties a blob from the database when the blob's record is deleted.
    return new Blob([await blob.arrayBuffer()], { type: blob.type })
  } catch {
    return
  }
}

/**
 * Pins the wallpaper, or unpins it. Pinning stores its picture again, because the background may have deleted it since
 * the tab was opened. Neither makes the wallpaper newer: after unpinning, the next one is due as if it had never been
 * pinned.
 */
export const togglePin = async (
  deckStore: DeckStore,
  shown: Current,
  readImage: () => Promise<Blob | undefined>,
): Promise<Deck> => {
  const wasPinned = isPinned(await deckStore.read(), shown)
  const image = wasPinned ? undefined : await readImage()
  if (image && shown.kind === 'catalogue') await deckStore.recall(shown.wallpaper, image)
  return deckStore.update((deck) =>
    wasPinned ? { ...deck, pinned: null } : { ...deck, current: shown, pinned: shown },
  )
}

export const isOnPhone = (): boolean =>
  Boolean(import.meta.env.WXT_WEB) && matchMedia('(pointer: coarse)').matches

/**
 * Saves the full-size picture through the browser's downloads. A plain link could not set the name, because browsers ignore
 * the `download` attribute for other sites. `own` is the address of a picture that only this page has.
 */
export const download = async (
  shown: Current,
  say: Say,
  own = readShownAddress(),
): Promise<void> => {
  say(t('downloading'))
  try {
    const { kind, wallpaper } = shown
    const address = kind === 'bundled' ? toBundledFile(wallpaper) : wallpaper.url
    // The page also has a picture in the size of this phone.
    const isHere = kind === 'catalogue' && (isOnPhone() || factsOf(wallpaper.catalogue).isPersonal)
    const response = await fetch(isHere ? own : address, toPrivateRequest(deadlineMs))
    const blob = await response.blob()
    if (!response.ok || !blob.type.startsWith('image/')) throw new Error('No picture')
    const file = toFileName(shown, blob.type)
    saveFile(file, blob, blob.type)
    say(t('downloaded', { file }))
  } catch {
    say(t('notDownloaded'))
  }
}

export const toLink = (wallpaper: DeckWallpaper): string =>
  factsOf(wallpaper.catalogue).pageOf?.(wallpaper) ?? wallpaper.source_url ?? wallpaper.url

export const copyLink = (link: string, say: Say): Promise<void> =>
  navigator.clipboard.writeText(link).then(
    () => say(t('linkCopied')),
    () => say(t('linkNotCopied')),
  )

// A long title leaves room for the author. Browsers cut a name that is too long in bytes.
const longestTitle = 80

/** Names the author if the license demands that, because a file may be passed on. */
export const toFileName = ({ kind, wallpaper }: Current, mediaType: string): string => {
  let name = wallpaper.title.slice(0, longestTitle) || wallpaper.id
  if (kind === 'catalogue') {
    const { width, height, credit, license, terms } = wallpaper
    if (width) name += ` ${width}x${height}`
    if (terms.includes('credit')) {
      if (credit) name += ` by ${credit},`
      if (license) name += ` ${license}`
    }
  }
  return `${toSafe(name) || wallpaper.id}.${/png|webp|avif|gif|bmp/.exec(mediaType) ?? 'jpg'}`
}

// Removes what a file name must not contain: separators, wildcards, control characters, and dots and commas at either end.
const toSafe = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|~\s]+/gu, ' ')
    .replace(/^[\s.,]+|[\s.,]+$/g, '')
