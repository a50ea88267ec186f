/** Builds one catalogue of the pieces it is sent, then stays as its search engine. */
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogue } from '../catalogue/open-catalogue.ts'
import { createCataloguePacker } from '../catalogue/pack-catalogue.ts'
import type { SearchIndex } from '../catalogue/search-index.ts'
import {
  type FromWorker,
  type ToWorker,
  toFailure,
  type WorkerJob,
} from './catalogue-worker-messages.ts'
import { prepareAnswer } from './prepare-answer.ts'
import { createSqliteSearch } from './sqlite-search.ts'
import { createTwoThreadPacker } from './two-thread-packer.ts'

const { indexBytes, isShared, document, mainFiles } = workerData as WorkerJob
const createPacker = isShared ? createTwoThreadPacker : createCataloguePacker
// Dropped as soon as it is done: it takes more memory than what it makes.
let packer: ReturnType<typeof createPacker> | undefined = createPacker({
  indexBytes,
  document: { ...document, mainFiles: mainFiles === undefined ? undefined : toSet(mainFiles) },
  prepareAnswer,
})
let search: SearchIndex | undefined

function toSet(names: string): ReadonlySet<string> {
  return new Set(names === '' ? [] : names.split('\0'))
}

const answer = (message: FromWorker) => parentPort?.postMessage(message)

const finish = async () => {
  const packed = await packer?.pack()
  packer = undefined
  if (packed === undefined) return
  answer({ kind: 'packed', packed })
  search = await createSqliteSearch(openCatalogue(packed, document))
  answer({ kind: 'searchable' })
}

const find = async ({ number, request }: Extract<ToWorker, { kind: 'search' }>) => {
  try {
    if (search === undefined) throw new Error('The search index is not made yet')
    answer({ kind: 'found', number, hits: await search.search(request) })
  } catch (error) {
    answer({ kind: 'notFound', number, failure: toFailure(error) })
  }
}

const take = async (message: Exclude<ToWorker, { kind: 'search' }>) => {
  if (message.kind === 'end') return finish()
  packer?.write(message.bytes)
  // What a second thread has read comes between two pieces, not behind hundreds of them.
  await setImmediate()
}

let taken: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'search') return void find(message)
  taken = taken
    .then(() => take(message))
    .catch((error: unknown) => answer({ kind: 'failed', failure: toFailure(error) }))
})
