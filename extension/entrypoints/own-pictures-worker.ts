import { importPicture } from '../features/own-pictures/import-picture.ts'
import { serveWorker } from '../platform/browser/picture-worker.ts'

export default { main: () => serveWorker(importPicture) }
