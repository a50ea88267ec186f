import type { SearchQuery, SearchResponse } from '../../../shared/search-api.ts'
import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import type { SearchHits } from '../../catalogue/search-index.ts'

/** What a search found, as `/api/wallpapers/search` answers it (spec §2.9, §4.4). */
export const toSearchResponse = (
  { limit, offset }: SearchQuery,
  { hits, total }: SearchHits,
  { catalogue, urls }: CatalogueSnapshot,
): SearchResponse => ({
  results: hits.flatMap(({ id, relevance }) => {
    const wallpaper = catalogue.find(id)
    if (!wallpaper) return []
    const { category, tags } = wallpaper
    return [
      {
        public_id: id,
        name: lastPart(id),
        url: urls.full(wallpaper),
        category,
        tags: [...tags],
        relevance: round(relevance),
      },
    ]
  }),
  total,
  limit,
  offset,
})

/** Four digits tell any two results apart that a person would. */
const round = (relevance: number) => Number(relevance.toPrecision(4))

/** As in a hosted record (spec §2.3): the file name, without the folders of a `public_id`. */
const lastPart = (id: string) => id.slice(id.lastIndexOf('/') + 1)
