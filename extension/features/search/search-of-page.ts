import { startWorker } from '../../platform/browser/picture-worker.ts'
import type { OwnStore } from '../own-pictures/own-store.ts'
import { parseCatalogueAddress } from '../web-catalogue/address.ts'
import type { CatalogueQuery, FoundWallpapers } from '../web-catalogue/search-catalogue.ts'
import { createSearch, mostShown } from './search-wallpapers.ts'

/** The search of a page. It reads catalogues on the web in a worker, which starts with the first search. */
export const createSearchOfPage = (ownStore: Pick<OwnStore, 'list'>) => {
  let worker:
    | ReturnType<typeof startWorker<CatalogueQuery, FoundWallpapers | undefined>>
    | undefined
  let last: Promise<unknown> = Promise.resolve()
  const searchWeb = (catalogue: string, q: string) => {
    const [place] = parseCatalogueAddress(catalogue)
    if (!place) return Promise.resolve(undefined)
    worker ??= startWorker('/search-worker.js')
    const { run } = worker
    // A worker does one task at a time.
    const result = last.then(() =>
      run({ catalogue: place.name, index: place.index, q, limit: mostShown }),
    )
    last = result.catch(() => undefined)
    return result
  }
  return createSearch({ listOwn: ownStore.list, searchWeb })
}
