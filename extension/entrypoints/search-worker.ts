import { createWebCatalogueStore } from '../features/sources/web/catalogue-store.ts'
import { createCatalogueSearch } from '../features/sources/web/search-catalogue.ts'
import { serveWorker } from '../platform/browser/picture-worker.ts'

export default { main: () => serveWorker(createCatalogueSearch(createWebCatalogueStore())) }
