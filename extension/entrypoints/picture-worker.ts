import { servePictureWorker } from '../platform/browser/picture-worker.ts'

export default { main: servePictureWorker }
