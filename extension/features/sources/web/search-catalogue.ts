import { parseRow } from '../../../../shared/catalogue/parse-row.ts'
import { createSearchIndex } from '../../../../shared/catalogue/row-search.ts'
import type { FoundWallpapers } from '../source.ts'
import type { StoredCatalogue, WebCatalogueStore } from './catalogue-store.ts'
import { describeRows, noSizing } from './describe-row.ts'
import { readRows } from './packed-rows.ts'

export interface CatalogueQuery {
  /** The name of a stored catalogue. */
  catalogue: string
  /** The address of its index. */
  index: string
  q: string
  limit: number
}

/**
 * Searches stored catalogues by the rules of the server. The first search reads all rows, so it runs in a worker.
 * Resolves with `undefined` if the catalogue is not stored.
 */
export const createCatalogueSearch = ({ read }: Pick<WebCatalogueStore, 'read'>) => {
  let last: { key: string; search: ReturnType<typeof createSearchIndex>['search'] } | undefined
  const open = async (name: string, stored: StoredCatalogue) => {
    const key = `${name} ${stored.state.digest}`
    if (last?.key !== key) last = { key, search: await indexWords(stored) }
    return last.search
  }
  return async (query: CatalogueQuery): Promise<FoundWallpapers | undefined> => {
    const { catalogue: name, index, q, limit } = query
    const catalogue = await read(name)
    if (!catalogue) return
    const search = await open(name, catalogue)
    const hits = search(q)
    const chosen = hits.slice(0, limit).map(({ row }) => row)
    const opened = { place: { name, index }, catalogue }
    return { total: hits.length, wallpapers: await describeRows(opened, chosen, noSizing) }
  }
}

const indexWords = async ({ rows, text }: StoredCatalogue) => {
  const index = createSearchIndex()
  let next = 0
  // The packed rows are in the order of the text, and lack the rows that cannot be used.
  const take = (raw: unknown, start: number) => {
    if (start !== rows.starts[next]) return
    const wallpaper = parseRow(raw)
    if (wallpaper) index.add(next, wallpaper)
    next++
  }
  await readRows(text, take)
  return index.search
}
