/** Builds one catalogue, then stays as its search engine. */
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogue } from '../catalogue/open-catalogue.ts'
import { packCatalogue } from '../catalogue/pack-catalogue.ts'
import type { SearchIndex } from '../catalogue/search-index.ts'
import {
  type FromWorker,
  type ToWorker,
  toFailure,
  type WorkerJob,
} from './catalogue-worker-messages.ts'
import { prepareAnswer } from './prepare-answer.ts'
import { createSqliteSearch } from './sqlite-search.ts'
import { packInTwoThreads } from './two-thread-packer.ts'

const { text, isShared, document, mainFiles } = workerData as WorkerJob
let search: SearchIndex | undefined

const toSet = (names: string): ReadonlySet<string> => new Set(names === '' ? [] : names.split('\0'))

const answer = (message: FromWorker) => parentPort?.postMessage(message)

const pack = () => {
  const named = { ...document, mainFiles: mainFiles === undefined ? undefined : toSet(mainFiles) }
  return (isShared ? packInTwoThreads : packCatalogue)({ text, document: named, prepareAnswer })
}

const build = async () => {
  const packed = await pack()
  answer({ kind: 'packed', packed })
  search = await createSqliteSearch(openCatalogue(packed, document))
  answer({ kind: 'searchable' })
}

const find = async ({ number, request }: ToWorker) => {
  try {
    if (search === undefined) throw new Error('The search index is not made yet')
    answer({ kind: 'found', number, hits: await search.search(request) })
  } catch (error) {
    answer({ kind: 'notFound', number, failure: toFailure(error) })
  }
}

parentPort?.on('message', find)
build().catch((error: unknown) => answer({ kind: 'failed', failure: toFailure(error) }))
