import { type ColorName, categoryNames, colorNames } from '../../../shared/filter-values.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { type CatalogueKind, kindOf } from './catalogues.ts'
import type { Settings } from './settings.ts'

const deadlineMs = 8_000

export interface FilterChoices {
  categories: { name: string; label?: string | undefined; count?: number }[]
  colors: readonly ColorName[]
}

export const usualChoices: FilterChoices = {
  categories: categoryNames.map((name) => ({ name })),
  colors: colorNames,
}

export const fetchChoices = async (server: string, fetch?: Fetch): Promise<FilterChoices> => {
  const client = connect(server, { fetch, deadlineMs })
  const [categories, colors] = await Promise.all([
    unlessEmpty(client.getCategories()),
    unlessEmpty(client.getColors()),
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

/** The choices of all chosen catalogues together. The keys of `listers` are the kinds that have choices. */
export const useChoices = (
  { catalogues }: Settings,
  listers: Partial<Record<CatalogueKind, (name: string) => Promise<FilterChoices>>>,
): FilterChoices => {
  const key = catalogues.join(' ')
  const choices = useLoaded(async () => {
    const lists = catalogues.map((name) => listers[kindOf(name)]?.(name).catch(() => undefined))
    return joinChoices((await Promise.all(lists)).filter((list) => list !== undefined))
  }, [key])
  return choices ?? usualChoices
}

export const joinChoices = (lists: readonly FilterChoices[]): FilterChoices => {
  const [first] = lists
  if (!first) return usualChoices
  if (lists.length === 1) return first
  const counts = new Map<string, number | undefined>()
  const labels = new Map<string, string>()
  for (const { name, label, count } of lists.flatMap(({ categories }) => categories)) {
    if (label !== undefined) labels.set(name, label)
    const before = counts.get(name)
    counts.set(name, count === undefined ? before : count + (before ?? 0))
  }
  return {
    categories: [...counts]
      .map(([name, count]) => ({
        name,
        ...(labels.has(name) && { label: labels.get(name) }),
        ...(count !== undefined && { count }),
      }))
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name)),
    colors: colorNames.filter((name) => lists.some(({ colors }) => colors.includes(name))),
  }
}
