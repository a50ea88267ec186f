import { useEffect, useState } from 'preact/hooks'
import { type ColorName, categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { serverIn } from './catalogues.ts'
import type { Settings } from './settings.ts'

const deadlineMs = 8_000

export interface FilterChoices {
  categories: { name: string; count?: number }[]
  colors: readonly ColorName[]
}

export const usualChoices: FilterChoices = {
  categories: categoryNames.map((name) => ({ name })),
  colors: colorNames,
}

export const fetchChoices = async (server: string, fetch?: Fetch): Promise<FilterChoices> => {
  const client = connect(server, { fetch })
  const options = { signal: AbortSignal.timeout(deadlineMs) }
  const [categories, colors] = await Promise.all([
    unlessEmpty(client.getCategories(options)),
    unlessEmpty(client.getColors(options)),
  ])
  return {
    categories:
      categories?.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)) ??
      usualChoices.categories,
    // A catalogue may use other color names, but only the names in `shared/` can be shown as a swatch.
    colors: colors
      ? colorNames.filter((known) => colors.some(({ name }) => name === known))
      : usualChoices.colors,
  }
}

const unlessEmpty = async <T>(call: Promise<T[]>): Promise<T[] | undefined> => {
  const list = await call.catch(() => [])
  return list.length > 0 ? list : undefined
}

export const useChoices = (settings: Settings): FilterChoices => {
  const server = serverIn(settings)
  const [choices, setChoices] = useState(usualChoices)
  useEffect(() => {
    if (!server) return setChoices(usualChoices)
    let isWanted = true
    void fetchChoices(server).then((fetched) => isWanted && setChoices(fetched))
    return () => {
      isWanted = false
    }
  }, [server])
  return choices
}
