import { useEffect, useState } from 'preact/hooks'
import { toFavoritesUrl } from '../../../shared/catalogue/favorites-link.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { requestSync } from '../../platform/browser/messages.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { get } from '../../remote/http.ts'
import { toHost } from '../../remote/problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { StoredImage } from '../own-pictures/use-own-pictures.tsx'
import { type OpenSource, sourceOf } from '../sources/all.ts'
import { serverIn } from '../sources/chosen.ts'
import { switchedOffItem, waitingItem } from '../sources/switch-sources.ts'
import { checkedItems } from './favorite-details.ts'
import { catalogueOf, type Favorite, isComplete, type Owner, serverOf } from './favorites.ts'
import type { UseFavorites } from './use-favorites.ts'

/** Says how many favorites wait at the server that the person has switched off. */
export const useWaitingFavorites = (): string | undefined => {
  const waiting = useLoaded(waitingItem.read, [], waitingItem.onChange) ?? 0
  const off = useLoaded(switchedOffItem.read, [], switchedOffItem.onChange) ?? []
  const server = serverIn({ sources: off })
  if (!server || waiting === 0) return undefined
  return tCount('favoritesWait', waiting, { host: toHost(server) })
}

type FavoritesListProps = UseFavorites & {
  waiting: string | false | undefined
  open: OpenSource
}

export const FavoritesList = ({ favorites, owner, change, waiting, open }: FavoritesListProps) => {
  const server = serverOf(owner)
  const item = checkedItems.of(server)
  const checked = useLoaded(item.read, [server], item.onChange)
  if (favorites.length === 0) {
    return <p class="hint">{waiting || t('favoritesNone')}</p>
  }
  return (
    <>
      {waiting && <p class="hint">{waiting}</p>}
      <ul class="favorites tiles">
        {favorites.toReversed().map((favorite) => (
          <FavoriteTile
            key={`${favorite.catalogue} ${favorite.id}`}
            favorite={favorite}
            pageUrl={toFavoritePageUrl(favorite, owner)}
            isGone={favorite.isGone || (!favorite.catalogue && checked?.[favorite.id]?.isGone)}
            open={open}
            remove={() => change(false, favorite)}
          />
        ))}
      </ul>
    </>
  )
}

interface FavoriteTileProps {
  favorite: Favorite
  pageUrl: string | undefined
  isGone: boolean | undefined
  open: OpenSource
  remove: () => void
}

const FavoriteTile = ({ favorite, pageUrl, isGone, open, remove }: FavoriteTileProps) => {
  const name = favorite.title || favorite.id
  return (
    <li style={{ backgroundColor: isGone ? undefined : (favorite.color ?? undefined) }}>
      {isGone ? (
        <>
          <span class="gone">{t('favoriteGone')}</span>
          <span class="name">
            <bdi>{name}</bdi>
          </span>
        </>
      ) : (
        <a href={pageUrl ?? favorite.preview_url} target="_blank" rel="noreferrer">
          <Preview favorite={favorite} open={open} />
          <span class="name">
            <bdi>{name}</bdi>
            {favorite.credits && <small dir="auto">{favorite.credits}</small>}
          </span>
        </a>
      )}
      <IconButton label={t('favoriteRemove', { name })} icon="heart" filled onClick={remove} />
    </li>
  )
}

const Preview = ({ favorite, open }: Pick<FavoriteTileProps, 'favorite' | 'open'>) => {
  const { id, catalogue = '' } = favorite
  if (sourceOf(catalogue).hasStoredPreviews)
    return <StoredImage name={id} read={async () => (await open(catalogue)).readPreview?.(id)} />
  if (!isComplete(favorite)) return null
  return <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
}

const toFavoritePageUrl = (favorite: Favorite, owner: Owner) => {
  const catalogue = catalogueOf(favorite, owner)
  return sourceOf(catalogue).pageOf?.({ id: favorite.id, catalogue })
}

export const useDetails = (favorites: readonly Favorite[]): void => {
  const unknown = favorites.filter((favorite) => !isComplete(favorite) && !favorite.isGone)
  const ids = unknown.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') void requestSync({ asked: false, details: true })
  }, [ids])
}

const copiedShownMs = 2_500

export const ShareLink = ({ server, username }: { server: string; username: string | null }) => {
  if (username === null) {
    return <p class="hint">{t('shareNoName')}</p>
  }
  return <CopiedLink url={`${server}/share/${encodeURIComponent(username)}`} />
}

interface SiteShareLinksProps {
  favorites: readonly Favorite[]
  sources: readonly string[]
}

/** The links to the favorites of exported sites. They name the wallpapers, so they work without an account. */
export const SiteShareLinks = ({ favorites, sources }: SiteShareLinksProps) => {
  const names = listIndexes(favorites, sources)
  const sites = useLoaded(async () => {
    const known = await Promise.all(names.map(isExported))
    return names.filter((_, at) => known[at])
  }, [names.join()])
  return sites?.map((index) => {
    const ids = favorites.filter(({ catalogue }) => catalogue === index).map(({ id }) => id)
    return (
      <div key={index}>
        <p class="hint">{t('shareSite')}</p>
        <CopiedLink url={toFavoritesUrl(toRoot(index), ids)} />
      </div>
    )
  })
}

const CopiedLink = ({ url }: { url: string }) => {
  const [report, setReport] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    )
    setReport(t(isCopied ? 'shareCopied' : 'shareNotCopied'))
    if (isCopied) setTimeout(() => setReport(''), copiedShownMs)
  }
  return (
    <div class="share">
      <a href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\/|#.*$/g, '')}
      </a>
      <button type="button" onClick={copy}>
        {t('shareCopy')}
      </button>
      <span role="status" data-tone="good">
        {report}
      </span>
    </div>
  )
}

const toRoot = (index: string) => new URL('.', index).href

/**
 * Lists the chosen catalogues that favorites come from and whose address may be that of an exported Fresco site.
 * `isExported` asks only these hosts.
 */
export const listIndexes = (favorites: readonly Favorite[], sources: readonly string[]): string[] =>
  sources.filter(
    (name) =>
      sourceOf(name).isSite &&
      name.endsWith('/index.json') &&
      favorites.some(({ catalogue }) => catalogue === name),
  )

const deadlineMs = 10_000

/** Other catalogues have an index, too, but only an exported site has the page to which the links lead. */
export const isExported = async (index: string): Promise<boolean> => {
  try {
    const response = await get(`${toRoot(index)}api/instance.json`, { deadlineMs })
    return response.ok && instanceSchema.safeParse(await response.json()).success
  } catch {
    return false
  }
}
