import { createImportPicture } from '../features/own-pictures/import-picture.ts'
import { ownStore } from '../features/own-pictures/own-store.ts'
import { serveWorker } from '../platform/browser/picture-worker.ts'

export default { main: () => serveWorker(createImportPicture(ownStore)) }
