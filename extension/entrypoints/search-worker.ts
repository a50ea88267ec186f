import { createCatalogueStore } from '../features/web-catalogue/catalogue-store.ts'
import { createCatalogueSearch } from '../features/web-catalogue/search-catalogue.ts'
import { serveWorker } from '../platform/browser/picture-worker.ts'

export default { main: () => serveWorker(createCatalogueSearch(createCatalogueStore())) }
