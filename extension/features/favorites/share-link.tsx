import { useState } from 'preact/hooks'
import { toFavoritesUrl } from '../../../shared/catalogue/favorites-link.ts'
import { instanceSchema } from '../../../shared/service-api.ts'
import { t } from '../../platform/browser/texts.ts'
import { get } from '../../remote/http.ts'
import { kindOf } from '../settings/catalogues.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import type { Favorite } from './favorites.ts'

const copiedShownMs = 2_500

export const ShareLink = ({ server, username }: { server: string; username: string | null }) => {
  if (username === null) {
    return <p class="hint">{t('shareNoName')}</p>
  }
  return <CopiedLink url={`${server}/share/${encodeURIComponent(username)}`} />
}

interface SiteShareLinksProps {
  favorites: readonly Favorite[]
  /** The names of the chosen catalogues. */
  catalogues: readonly string[]
}

/** The links to the favorites of exported sites. They name the wallpapers, so they work without an account. */
export const SiteShareLinks = ({ favorites, catalogues }: SiteShareLinksProps) => {
  const sites = useExportedSites(listIndexes(favorites, catalogues))
  return sites.map((index) => {
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

/** Lists the chosen catalogues that may be exported sites and have hearts. Other hosts are not contacted. */
export const listIndexes = (
  favorites: readonly Favorite[],
  catalogues: readonly string[],
): string[] =>
  catalogues.filter(
    (name) =>
      kindOf(name) === 'web' &&
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

const useExportedSites = (names: readonly string[]): readonly string[] => {
  const sites = useLoaded(async () => {
    const known = await Promise.all(names.map(isExported))
    return names.filter((_, at) => known[at])
  }, [names.join()])
  return sites ?? []
}
