/** The entry file of the thread that builds a catalogue and then runs its searches. */
import { parentPort } from 'node:worker_threads'
import { openCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { type PackedCatalogue, packCatalogue } from '../../catalogue/packed/pack-catalogue.ts'
import type { SearchIndex, SearchRequest } from '../../catalogue/search-index.ts'
import { prepareAnswer } from '../prepare-answer.ts'
import { createSqliteSearch } from '../sqlite/search.ts'
import { type FromWorker, toFailure, type WorkerJob } from './catalogue-thread.ts'
import { packInTwoThreads } from './two-thread-packer.ts'

let search: SearchIndex | undefined

const toSet = (names: string): ReadonlySet<string> => new Set(names === '' ? [] : names.split('\0'))

const answer = (message: FromWorker) => parentPort?.postMessage(message)

const pack = async ({ text, isShared, document, mainFiles }: WorkerJob) => {
  const named = { ...document, mainFiles: mainFiles === undefined ? undefined : toSet(mainFiles) }
  return (isShared ? packInTwoThreads : packCatalogue)({ text, document: named, prepareAnswer })
}

const makeSearchable = async (packed: PackedCatalogue, document: WorkerJob['document']) => {
  answer({ kind: 'packed', packed })
  search = await createSqliteSearch(openCatalogue(packed, document))
  answer({ kind: 'searchable' })
}

const find = async (request: SearchRequest) => {
  try {
    if (search === undefined) throw new Error('The search index is not ready yet')
    answer({ kind: 'found', hits: await search.search(request) })
  } catch (error) {
    answer({ kind: 'notFound', failure: toFailure(error) })
  }
}

// The job is a message because `workerData` stays in memory as long as the thread, with up to 600 MB of text.
parentPort?.once('message', (job: WorkerJob) => {
  const { document } = job
  parentPort?.on('message', find)
  pack(job)
    .then((packed) => makeSearchable(packed, document))
    .catch((error: unknown) => answer({ kind: 'failed', failure: toFailure(error) }))
})
