import { useState } from 'preact/hooks'
import { returnToTab } from '../../platform/browser/beside.ts'
import { announceDeck, onDeckAnnounced, requestPicture } from '../../platform/browser/messages.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import { t } from '../../platform/browser/texts.ts'
import { FetchError, problemOf } from '../../remote/problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSaid } from '../../ui/use-said.ts'
import { fetchThroughBackground } from '../account/signed-in-fetch.ts'
import { catalogueOf, type Favorite, isComplete } from '../favorites/favorites.ts'
import { storedFavorites } from '../favorites/stored-favorites.ts'
import type { UseFavorites } from '../favorites/use-favorites.ts'
import { StoredImage } from '../own-pictures/use-own-pictures.tsx'
import { createSources, type OpenSource, sourceOf } from '../sources/all.ts'
import { toDeckWallpaper } from '../supply/deck-wallpaper.ts'
import { type DeckWallpaper, toKey } from '../wallpaper/deck.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import { forgetPreloaded } from '../wallpaper/hint.ts'
import { copyLink, download, toLink } from './picture.ts'
import './picture-tile.css'

interface TilesDeps {
  hearts: UseFavorites
  open: OpenSource
  deckStore: DeckStore
}

type Tiles = ReturnType<typeof useTiles>

/** The actions for the pictures of a page, which are the same as for the wallpaper of a tab. */
export const useTiles = ({ hearts, open, deckStore }: TilesDeps) => {
  const { said, say } = useSaid()
  const [busyKey, setBusy] = useState<string>()
  const deck = useLoaded(() => deckStore.read().catch(() => undefined), [], onDeckAnnounced)
  const hearted = new Set(hearts.favorites.map(toKey))
  const pinned = deck?.pinned?.kind === 'catalogue' ? toKey(deck.pinned.wallpaper) : undefined
  const { describe, load } = createSources(open)
  const change: UseFavorites['change'] = async (wanted, favorite) => {
    const isSaved = await hearts.change(wanted, favorite)
    if (!isSaved) say(t('heartUnsaved'))
    return isSaved
  }

  const actsOf = (favorite: Favorite) => {
    const name = { id: favorite.id, catalogue: catalogueOf(favorite, hearts.owner) }
    const key = toKey(name)
    const facts = sourceOf(name.catalogue)
    const isPinned = key === pinned
    const attempt = async (work: () => Promise<unknown>) => {
      setBusy(key)
      await work().catch((error) => {
        problemOf(error)
        say(t('wallpaperUnreachable'))
      })
      setBusy(undefined)
    }
    const find = async (): Promise<DeckWallpaper> => {
      const detail = await describe(name.catalogue, name.id)
      if (!detail) throw new FetchError({ kind: 'no-pictures' })
      const unmeasured = { color: null, light: null, luminance: null }
      return toDeckWallpaper({ ...detail, ...name }, unmeasured)
    }
    const request = async (use: 'show' | 'pin') => {
      if (!(await requestPicture(key, use))) return say(t('wallpaperUnreachable'))
      forgetPreloaded()
      announceDeck()
      if (use === 'show') return returnToTab()
      say(t('pinned'))
    }
    const unpin = async () => {
      await deckStore.update((latest) => ({ ...latest, pinned: null }))
      announceDeck()
      say(t('unpinned'))
    }
    return {
      ...{ name, facts, isPinned, isBusy: key === busyKey },
      isHearted: hearted.has(toKey(favorite)),
      show: () => attempt(() => request('show')),
      pin: () => attempt(isPinned ? unpin : () => request('pin')),
      download: () =>
        attempt(async () => {
          const wallpaper = await find()
          const own = facts.isPersonal && (await load(wallpaper, readScreenSize())).blob
          const address = own ? URL.createObjectURL(own) : ''
          await download({ kind: 'catalogue', wallpaper, since: 0 }, say, address)
          URL.revokeObjectURL(address)
        }),
      copy: () => attempt(async () => copyLink(facts.pageOf?.(name) ?? toLink(await find()), say)),
      add: () => change(true, favorite),
      remove: () => {
        say(t('heartRemoved'), () => change(true, favorite))
        void change(false, favorite)
      },
    }
  }
  return { said, say, open, change, actsOf }
}

export const Toast = ({ said }: Pick<Tiles, 'said'>) => (
  <p class="toast" role="status">
    {said?.text}
    {said?.undo && (
      <button ref={focusIfLost} type="button" onClick={said.undo}>
        {t('undo')}
      </button>
    )}
  </p>
)

// The button that had the focus may be gone with its picture.
const focusIfLost = (button: HTMLButtonElement | null) => {
  if (document.activeElement === document.body) button?.focus()
}

interface PictureTileProps {
  favorite: Favorite
  isGone?: boolean | undefined
  tiles: Tiles
}

const downloadIcon = { icon: 'download', path: 'M12 4v11M7 10.5l5 5 5-5M5 20h14' }
const linkIcon = {
  icon: 'link',
  path: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
}

export const PictureTile = ({ favorite, isGone, tiles }: PictureTileProps) => {
  const { credits, color } = favorite
  const name = favorite.title || favorite.id
  const acts = tiles.actsOf(favorite)
  const { facts, isPinned, isHearted } = acts
  const pin = { filled: isPinned, pressed: isPinned, onClick: acts.pin }
  return (
    <li style={{ backgroundColor: (!isGone && color) || undefined }} aria-busy={acts.isBusy}>
      {isGone ? (
        <span class="gone">{t('favoriteGone')}</span>
      ) : (
        <button type="button" class="view" title={t('showNow', { name })} onClick={acts.show}>
          <Preview {...{ favorite, acts }} open={tiles.open} />
        </button>
      )}
      <span class="name">
        <bdi>{name}</bdi>
        {credits && <small dir="auto">{credits}</small>}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div class="acts" role="group" aria-label={name}>
        {!isGone && (
          <>
            <IconButton label={t(isPinned ? 'unpin' : 'pin')} icon="pin" {...pin} />
            <IconButton label={t('download')} {...downloadIcon} onClick={acts.download} />
            {!facts.isInBrowser && (
              <IconButton label={t('copyLink')} {...linkIcon} onClick={acts.copy} />
            )}
          </>
        )}
        <IconButton
          label={t(isHearted ? 'favoriteRemove' : 'favoriteAdd', { name })}
          icon="heart"
          filled={isHearted}
          onClick={isHearted ? acts.remove : acts.add}
        />
      </div>
    </li>
  )
}

interface PreviewProps {
  favorite: Favorite
  acts: ReturnType<Tiles['actsOf']>
  open: OpenSource
}

/** The small picture from the network, or else the stored one, or that of a private server, for which an `<img>` has no token. */
const Preview = ({ favorite, acts, open }: PreviewProps) => {
  const [isLost, setLost] = useState(false)
  const { id, catalogue } = acts.name
  if (acts.facts.hasStoredPreviews)
    return <StoredImage name={id} read={async () => (await open(catalogue)).readPreview?.(id)} />
  const readAgain = async (key: string) =>
    (await storedFavorites.readImage(key)) ??
    (await fetchThroughBackground(favorite.preview_url)).blob()
  if (isLost) return <StoredImage name={toKey(acts.name)} read={readAgain} />
  if (!isComplete(favorite)) return null
  return (
    <img
      src={favorite.preview_url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setLost(true)}
    />
  )
}
