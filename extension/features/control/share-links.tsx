import { toFavoritesUrl } from '../../../shared/catalogue/favorites-link.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { t } from '../../platform/browser/texts.ts'
import { get } from '../../remote/http.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { Say } from '../../ui/use-said.ts'
import type { Favorite } from '../favorites/favorites.ts'
import { sourceOf } from '../sources/all.ts'
import { copyLink } from './picture.ts'

interface ShareLinkProps {
  server: string
  username: string | null
  say: Say
}

export const ShareLink = ({ server, username, say }: ShareLinkProps) =>
  username === null ? (
    <p class="hint">{t('shareNoName')}</p>
  ) : (
    <LinkToCopy url={`${server}/share/${encodeURIComponent(username)}`} say={say} />
  )

interface SiteShareLinksProps {
  favorites: readonly Favorite[]
  sources: readonly string[]
  say: Say
}

/** The links to the favorites of exported sites. They name the wallpapers, so they work without an account. */
export const SiteShareLinks = ({ favorites, sources, say }: SiteShareLinksProps) => {
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
        <LinkToCopy url={toFavoritesUrl(toRoot(index), ids)} say={say} />
      </div>
    )
  })
}

const LinkToCopy = ({ url, say }: { url: string; say: Say }) => (
  <div class="share">
    <a href={url} target="_blank" rel="noreferrer">
      {url.replace(/^https?:\/\/|#.*$/g, '')}
    </a>
    <button type="button" onClick={() => copyLink(url, say)}>
      {t('shareCopy')}
    </button>
  </div>
)

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
