import { useEffect, useState } from 'preact/hooks'
import { inParallel } from '../../../shared/async.ts'
import { decodePart } from '../../../shared/ids.ts'
import { toTextList } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { connect, isNotFound, toProblem } from '../../remote/connect.ts'
import { explain, type Problem, toHost } from '../../remote/problem.ts'
import { kindOf } from '../settings/catalogues.ts'
import { type Favorite, isFavorite } from './favorites.ts'
import { confirmedItems } from './favorites-store.ts'
import type { UseFavorites } from './use-favorites.ts'

const deadlineMs = 8_000
const atOnce = 4
// If the server has none of this many favorites of a catalogue, it serves a different catalogue.
const sampleSize = 5

/** The offers that are not made again, as `{server} {catalogue}`. */
const declinedItem = createStoredItem({ key: 'favorites.declined', parse: toTextList })

/** Groups the favorites of catalogues on the web that are not in the account yet. */
export const listOffers = (favorites: readonly Favorite[], declined: ReadonlySet<string>) => {
  const loose = favorites.filter(
    ({ id, catalogue = '' }) =>
      kindOf(catalogue) === 'web' && !declined.has(catalogue) && !isFavorite(favorites, { id }),
  )
  return [...Map.groupBy(loose, ({ catalogue = '' }) => catalogue)].map(([catalogue, group]) => ({
    catalogue,
    favorites: group,
  }))
}

type Offer = ReturnType<typeof listOffers>[number]

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

interface AddDeps {
  find: (id: string) => Promise<WallpaperDetail>
  /** Resolves with false if the browser could not store the favorite. */
  add(favorite: Favorite): Promise<boolean>
}

/**
 * Adds those of the favorites that the server has, as favorites of the server. Returns those that have to be tried again.
 * It ends at the first request that the server does not answer.
 */
export const addToAccount = async (favorites: readonly Favorite[], { find, add }: AddDeps) => {
  const finished = new Set<Favorite>()
  let problem: Problem | undefined
  const look = async (favorite: Favorite) => {
    try {
      const wallpaper = await find(favorite.id)
      const { id, title, color, preview_url } = wallpaper
      if (!isSamePicture(favorite, wallpaper) || (await add({ id, title, color, preview_url })))
        finished.add(favorite)
    } catch (error) {
      if (isNotFound(error)) finished.add(favorite)
      else problem = toProblem(error)
    }
  }
  await inParallel(favorites, look, { width: atOnce, isEnough: () => problem !== undefined })
  return { left: favorites.filter((favorite) => !finished.has(favorite)), problem }
}

/**
 * Lists hearts of catalogues that the person no longer uses. Only those are listed whose picture is also a favorite in the
 * account.
 */
export const listMoved = (
  favorites: readonly Favorite[],
  confirmed: readonly Favorite[],
  catalogues: readonly string[],
): Favorite[] => {
  const inAccount = new Map(confirmed.map((favorite) => [favorite.id, favorite]))
  return favorites.filter((favorite) => {
    const { id, catalogue = '' } = favorite
    const same = inAccount.get(id)
    const isLoose = kindOf(catalogue) === 'web' && !catalogues.includes(catalogue)
    return isLoose && same !== undefined && isSamePicture(favorite, same)
  })
}

const findOffer = async (favorites: readonly Favorite[], server: string) => {
  const mine = (await declinedItem.read()).map((entry) => entry.split(' '))
  const declined = mine.flatMap(([at, name = '']) => (at === server ? [name] : []))
  const { getWallpaper } = connect(server, { deadlineMs })
  for (const offer of listOffers(favorites, new Set(declined))) {
    let isKnown = false
    const look = async (favorite: Favorite) => {
      const wallpaper = await getWallpaper(favorite.id).catch(() => undefined)
      if (wallpaper && isSamePicture(favorite, wallpaper)) isKnown = true
    }
    const sample = offer.favorites.slice(0, sampleSize)
    await inParallel(sample, look, { width: atOnce, isEnough: () => isKnown })
    if (isKnown) return offer
  }
  return undefined
}

interface MergeOfferProps extends UseFavorites {
  server: string
  catalogues: readonly string[]
}

/** Offers to add the favorites of a catalogue on the web to the account, if the server has the same catalogue. */
export const MergeOffer = ({ server, catalogues, favorites, owner, change }: MergeOfferProps) => {
  const [offer, setOffer] = useState<Offer>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const key = favorites.map(({ id, catalogue }) => `${catalogue} ${id}`).join()
  useEffect(() => {
    let isWanted = !isBusy && !problem
    if (isWanted) void findOffer(favorites, server).then((found) => isWanted && setOffer(found))
    return () => {
      isWanted = false
    }
  }, [server, key, isBusy, problem])
  useEffect(() => {
    const removeMoved = async () => {
      const confirmed = await confirmedItems.of(owner).read()
      for (const favorite of listMoved(favorites, confirmed, catalogues))
        await change('remove', favorite)
    }
    void removeMoved()
  }, [favorites])
  if (!offer) return null

  const add = async () => {
    setBusy(true)
    const result = await addToAccount(offer.favorites, {
      find: connect(server, { deadlineMs }).getWallpaper,
      add: (favorite) => change('add', favorite),
    })
    setProblem(result.problem)
    if (result.left.length === 0) return decline()
    setOffer({ ...offer, favorites: result.left })
    setBusy(false)
  }
  // What the server does not have stays on this device, and is not offered again.
  const decline = async () => {
    await declinedItem.update((before) => [...before, `${server} ${offer.catalogue}`])
    setOffer(undefined)
    setProblem(undefined)
    setBusy(false)
  }
  const { length } = offer.favorites
  return (
    <div class="callout" role="status">
      <p>
        {tCount('mergeOffer', length, { name: toHost(offer.catalogue) })}
        {problem && <small>{t('sentence', { text: explain(problem, toHost(server)) })}</small>}
      </p>
      <button type="button" disabled={isBusy} onClick={add}>
        {t('mergeAdd')}
      </button>
      <button type="button" class="quiet" disabled={isBusy} onClick={decline}>
        {t('mergeNotNow')}
      </button>
    </div>
  )
}
