import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t, tCount } from '../../platform/browser/texts.ts'
import { explain, toHost } from '../../remote/problem.ts'
import { EntryForm } from '../settings/report.tsx'
import { toLabel } from '../sources/all.ts'
import { type FoundWallpaper, listSearched, type SearchAnswer } from './search-wallpapers.ts'

interface SearchFieldProps {
  sources: readonly string[]
  search(sources: readonly string[], q: string): Promise<SearchAnswer>
  toTile(wallpaper: FoundWallpaper): ComponentChildren
}

export const SearchField = ({ sources, search, toTile }: SearchFieldProps) => {
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
  const submit = async () => {
    const q = text.trim().slice(0, 200)
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
      <EntryForm
        label={t('searchLabel')}
        hint={t('searchHint')}
        inputMode="search"
        text={text}
        report={{
          tone: 'plain',
          text: isBusy ? t('searchBusy') : found ? toSummary(found) : '',
        }}
        onEdit={setText}
        onSubmit={submit}
      >
        <button type="submit">{t('searchButton')}</button>
      </EntryForm>
      {found?.failed.map(({ catalogue, problem }) => (
        <p key={catalogue} class="report" data-tone="bad">
          {navigator.onLine
            ? t('sentence', { text: explain(problem, toHost(catalogue)) })
            : t('searchOffline', { host: toLabel(catalogue) })}
        </p>
      ))}
      {found && found.wallpapers.length > 0 && (
        <ul class="tiles wall found-wallpapers">{found.wallpapers.map(toTile)}</ul>
      )}
    </search>
  )
}

const toSummary = ({ q, total, wallpapers, failed }: SearchAnswer & { q: string }) => {
  if (total === 0) return failed.length > 0 ? '' : t('searchNone', { words: q })
  const matches = tCount('searchFound', total)
  return total > wallpapers.length ? `${matches} ${t('searchBest')}` : matches
}
