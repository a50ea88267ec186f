import { serveConversions } from '../platform/browser/picture-worker.ts'

export default { main: serveConversions }
