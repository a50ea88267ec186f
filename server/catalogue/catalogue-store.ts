import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import { createCatalogue } from './create-catalogue.ts'
import type { CreateSearchIndex, SearchIndex } from './search-index.ts'
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.ts'
import type { CatalogueSource } from './source.ts'
import { createWallpaperUrls, type WallpaperUrls } from './wallpaper-urls.ts'

/** One catalogue with what is made from it once, so that no request has to. */
export interface CatalogueSnapshot {
  readonly catalogue: Catalogue
  readonly urls: WallpaperUrls
  readonly search: SearchIndex
  readonly isPartial: boolean
}

interface CatalogueStoreOptions {
  readonly source: CatalogueSource
  readonly createSearchIndex: CreateSearchIndex
  readonly publicUrl: string
  readonly refreshMs: number
  readonly log: Log
}

/** A search that began on the old snapshot must still end well. */
const closeSearchAfterMs = 10_000

/** Keeps the newest good catalogue of a source in memory. */
export const createCatalogueStore = ({
  source,
  createSearchIndex,
  publicUrl,
  refreshMs,
  log,
}: CatalogueStoreOptions): SnapshotStore<CatalogueSnapshot> =>
  createSnapshotStore({
    name: `${source.name} catalogue`,
    refreshMs,
    isPartial: (snapshot) => snapshot.isPartial,
    log,
    read: async (previous: CatalogueSnapshot | undefined, signal) => {
      const document = await source.read(previous?.catalogue.version, signal)
      if (document === undefined) return undefined
      const catalogue = createCatalogue(document)
      const search = await createSearchIndex(catalogue.wallpapers)
      if (previous) setTimeout(() => previous.search.close(), closeSearchAfterMs).unref()
      const { wallpapers, skipped } = catalogue
      log.info({ wallpapers: wallpapers.length, skipped }, `${source.name} catalogue read`)
      const { isPartial = false } = document
      return { catalogue, urls: createWallpaperUrls(publicUrl, catalogue), search, isPartial }
    },
  })
