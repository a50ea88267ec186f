import { useEffect, useState } from 'preact/hooks'
import { decodePart } from '../../../shared/ids.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toTextList } from '../../platform/unknown.ts'
import { connect } from '../../remote/connect.ts'
import { inParallel } from '../../remote/limits.ts'
import { toHost } from '../../remote/problem.ts'
import { kindOf } from '../settings/catalogues.ts'
import { type Favorite, isFavorite } from './favorites.ts'
import type { UseFavorites } from './use-favorites.ts'

const deadlineMs = 8_000
const atOnce = 4
// If the server has none of so many favorites of a catalogue, it is the server of another one.
const asked = 5

/** The offers that the person declined, as `{server} {catalogue}`. */
const declinedItem = createStoredItem({ key: 'favorites.declined', parse: toTextList })

type FindWallpaper = (id: string) => Promise<WallpaperDetail | undefined>

export interface Offer {
  catalogue: string
  favorites: Favorite[]
}

/** Groups the favorites of catalogues on the web that are not in the account yet. */
export const listOffers = (favorites: readonly Favorite[], declined: ReadonlySet<string>) => {
  const loose = favorites.filter(
    ({ id, catalogue = '' }) =>
      kindOf(catalogue) === 'web' && !declined.has(catalogue) && !isFavorite(favorites, { id }),
  )
  return [...Map.groupBy(loose, ({ catalogue = '' }) => catalogue)].map(
    ([catalogue, group]): Offer => ({ catalogue, favorites: group }),
  )
}

/** Tells whether a server's wallpaper is the picture of the favorite. Both have the name of its file. */
export const isSamePicture = (
  { preview_url }: Favorite,
  wallpaper: Pick<WallpaperDetail, 'preview_url'> & Partial<Pick<WallpaperDetail, 'url'>>,
): boolean => {
  const name = toFileName(preview_url)
  const names = [wallpaper.url ?? '', wallpaper.preview_url].map(toFileName)
  return name !== '' && names.includes(name)
}

// A preview has the name of its picture with another ending.
const toFileName = (url: string) =>
  decodePart(URL.parse(url)?.pathname.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')

/**
 * Groups the hearts of the same picture by the favorite that a person should see. A picture of a catalogue on the web may
 * also have a heart in the account, which then stands for both.
 */
export const groupByPicture = (favorites: readonly Favorite[]): Map<Favorite, Favorite[]> => {
  const inAccount = new Map(
    favorites.filter(({ catalogue }) => !catalogue).map((favorite) => [favorite.id, favorite]),
  )
  const toFirst = (favorite: Favorite) => {
    const first = inAccount.get(favorite.id)
    return first && isSamePicture(favorite, first) ? first : favorite
  }
  return Map.groupBy(favorites, toFirst)
}

/** Returns those of the favorites that the server has, as favorites of the server. */
export const findAtServer = async (
  favorites: readonly Favorite[],
  find: FindWallpaper,
): Promise<Favorite[]> => {
  const found: Favorite[] = []
  const look = async (favorite: Favorite) => {
    const wallpaper = await find(favorite.id)
    if (!wallpaper || !isSamePicture(favorite, wallpaper)) return
    const { id, title, color, preview_url } = wallpaper
    found.push({ id, title, color, preview_url })
  }
  await inParallel(favorites, atOnce, look, () => false)
  return found
}

const createFind =
  (server: string): FindWallpaper =>
  (id) =>
    connect(server)
      .getWallpaper(id, { signal: AbortSignal.timeout(deadlineMs) })
      .catch(() => undefined)

interface MergeOfferProps extends Pick<UseFavorites, 'favorites' | 'change'> {
  server: string
  /** The names of the chosen catalogues. */
  catalogues: readonly string[]
}

/** Offers to add the favorites of a catalogue on the web to the account, if the server has the same catalogue. */
export const MergeOffer = ({ server, catalogues, favorites, change }: MergeOfferProps) => {
  const [offer, setOffer] = useState<Offer>()
  const [isBusy, setBusy] = useState(false)
  const key = favorites.map(({ id, catalogue }) => `${catalogue} ${id}`).join()
  useEffect(() => {
    let isWanted = !isBusy
    const search = async () => {
      const mine = (await declinedItem.read()).map((entry) => entry.split(' '))
      const declined = mine.flatMap(([at, name = '']) => (at === server ? [name] : []))
      for (const one of listOffers(favorites, new Set(declined))) {
        const sample = await findAtServer(one.favorites.slice(0, asked), createFind(server))
        if (sample.length > 0) return one
      }
      return undefined
    }
    if (isWanted) void search().then((found) => isWanted && setOffer(found))
    return () => {
      isWanted = false
    }
  }, [server, key, isBusy])
  if (!offer) return null

  const add = async () => {
    setBusy(true)
    const found = await findAtServer(offer.favorites, createFind(server))
    for (const favorite of found) {
      await change('add', favorite)
      // While the catalogue is still chosen, its wallpapers keep their hearts.
      const { catalogue } = offer
      if (!catalogues.includes(catalogue)) await change('remove', { ...favorite, catalogue })
    }
    await decline()
  }
  // What the server does not have stays on this device, and is not offered again.
  const decline = async () => {
    await declinedItem.update((before) => [...before, `${server} ${offer.catalogue}`])
    setOffer(undefined)
    setBusy(false)
  }
  const { length } = offer.favorites
  return (
    <div class="refusal" role="status">
      <p>{tCount('mergeOffer', length, { name: toHost(offer.catalogue) })}</p>
      <button type="button" disabled={isBusy} onClick={add}>
        {t('mergeAdd')}
      </button>
      <button type="button" class="quiet" disabled={isBusy} onClick={decline}>
        {t('mergeNotNow')}
      </button>
    </div>
  )
}
