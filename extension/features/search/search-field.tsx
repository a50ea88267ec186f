import { useEffect, useRef, useState } from 'preact/hooks'
import { t, tCount } from '../../platform/browser/texts.ts'
import { explain, toHost } from '../../remote/problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useId } from '../../ui/use-id.ts'
import { isFavorite, serverOf, toFavorite } from '../favorites/favorites.ts'
import type { UseFavorites } from '../favorites/use-favorites.ts'
import { StoredImage } from '../own-pictures/use-own-pictures.tsx'
import { type OpenSource, sourceOf, toLabel } from '../sources/all.ts'
import { type FoundWallpaper, listSearched, type SearchAnswer } from './search-wallpapers.ts'

interface SearchFieldProps {
  sources: readonly string[]
  hearts: UseFavorites
  search(sources: readonly string[], q: string): Promise<SearchAnswer>
  open: OpenSource
}

/** Finds wallpapers of the chosen catalogues by words, to look at them and to give them a heart. */
export const SearchField = ({ sources, hearts, search, open }: SearchFieldProps) => {
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<SearchAnswer & { q: string }>()
  const [isBusy, setBusy] = useState(false)
  const searches = useRef(0)
  const searched = listSearched(sources)
  const key = searched.join(' ')

  const forget = () => {
    searches.current += 1
    setBusy(false)
    setFound(undefined)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const q = text.trim()
    forget()
    if (q === '') return
    const mine = searches.current
    setBusy(true)
    const answer = await search(searched, q)
    if (mine !== searches.current) return
    setBusy(false)
    setFound({ ...answer, q })
  }
  useEffect(forget, [key])

  if (searched.length === 0) return null
  return (
    <search class="group">
      <form onSubmit={submit} noValidate>
        <label class="legend" for={id}>
          {t('searchLabel')}
        </label>
        <p class="hint" id={`${id}-hint`}>
          {t('searchHint')}
        </p>
        <div class="row">
          <input
            id={id}
            type="text"
            inputMode="search"
            enterkeyhint="search"
            autocomplete="off"
            maxLength={200}
            value={text}
            aria-describedby={`${id}-hint`}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit">{t('searchButton')}</button>
        </div>
      </form>
      <p class="report" role="status" data-tone={isBusy ? 'busy' : undefined}>
        {isBusy ? t('searchBusy') : found && toSummary(found)}
      </p>
      {found?.failed.map(({ catalogue, problem }) => (
        <p key={catalogue} class="report" data-tone="bad">
          {navigator.onLine
            ? t('sentence', { text: explain(problem, toHost(catalogue)) })
            : t('searchOffline', { host: toLabel(catalogue) })}
        </p>
      ))}
      {found && found.wallpapers.length > 0 && (
        <ul class="tiles found-wallpapers">
          {found.wallpapers.map((wallpaper) => (
            <FoundTile
              key={`${wallpaper.catalogue} ${wallpaper.id}`}
              wallpaper={wallpaper}
              hearts={hearts}
              open={open}
            />
          ))}
        </ul>
      )}
    </search>
  )
}

const toSummary = ({ q, total, wallpapers, failed }: SearchAnswer & { q: string }) => {
  if (total === 0) return failed.length > 0 ? '' : t('searchNone', { words: q })
  const matches = tCount('searchFound', total)
  return total > wallpapers.length ? `${matches} ${t('searchBest')}` : matches
}

type FoundTileProps = Pick<SearchFieldProps, 'hearts' | 'open'> & { wallpaper: FoundWallpaper }

const FoundTile = ({ wallpaper, hearts, open }: FoundTileProps) => {
  const { id, title, color, preview_url, url, catalogue } = wallpaper
  const name = title || id
  const favorite = toFavorite(wallpaper, serverOf(hearts.owner))
  const isHearted = isFavorite(hearts.favorites, favorite)
  const { pageOf, hasStoredPreviews } = sourceOf(catalogue)
  return (
    <li style={{ backgroundColor: color ?? undefined }}>
      <a href={pageOf?.(wallpaper) ?? url} target="_blank" rel="noreferrer">
        {hasStoredPreviews ? (
          <StoredImage name={id} read={async () => (await open(catalogue)).readPreview?.(id)} />
        ) : (
          <img
            src={preview_url}
            alt=""
            loading="lazy"
            decoding="async"
            referrerpolicy="no-referrer"
          />
        )}
        <span class="name">
          <bdi>{name}</bdi>
        </span>
      </a>
      <IconButton
        label={t(isHearted ? 'favoriteRemove' : 'favoriteAdd', { name })}
        icon="heart"
        filled={isHearted}
        onClick={() => hearts.change(!isHearted, favorite)}
      />
    </li>
  )
}
