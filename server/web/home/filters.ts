import { deviceTypeSchema } from '../../../shared/wallpaper.ts'
import type { WallpaperFilter } from '../../catalogue/catalogue.ts'

/** What somebody looks for on the home page. */
export interface Filters extends WallpaperFilter {
  q?: string | undefined
}

const longestQ = 200

/** Filters from the query of an address: for people, what cannot be a filter is none. */
export const readFilters = (ask: (name: string) => string | undefined): Filters => {
  const read = (name: string) => ask(name)?.trim() || undefined
  const type = deviceTypeSchema.safeParse(read('type')?.toLowerCase())
  return {
    q: read('q')?.slice(0, longestQ),
    category: read('category')?.toLowerCase().slice(0, longestQ),
    color: read('color')?.toLowerCase().slice(0, longestQ),
    type: type.success ? type.data : undefined,
  }
}

const names = ['q', 'category', 'color', 'type'] as const

export const hasFilters = (filters: Filters): boolean =>
  names.some((name) => filters[name] !== undefined)

/** The query that says the same, encoded and always in the same order; empty without filters. */
export const toQuery = (filters: Filters): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value !== undefined) query.append(name, value)
  }
  return query.toString()
}

export const toHref = (filters: Filters): string => {
  const query = toQuery(filters)
  return query === '' ? '/#wallpapers' : `/?${query}`
}
