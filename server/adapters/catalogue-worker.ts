/** Builds one catalogue of the pieces it is sent, then stays as its search engine. */
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogue } from '../catalogue/open-catalogue.ts'
import { type CataloguePacker, createCataloguePacker } from '../catalogue/pack-catalogue.ts'
import type { SearchIndex } from '../catalogue/search-index.ts'
import {
  type FromWorker,
  type ToWorker,
  toFailure,
  type WorkerJob,
} from './catalogue-worker-messages.ts'
import { prepareAnswer } from './prepare-answer.ts'
import { createSqliteSearch } from './sqlite-search.ts'

const { indexBytes, document, mainFiles } = workerData as WorkerJob
// Dropped as soon as it is done: it takes more memory than what it makes.
let packer: CataloguePacker | undefined = createCataloguePacker({
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
  const packed = packer?.pack()
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

const take = async (message: ToWorker) => {
  if (message.kind === 'search') return find(message)
  if (message.kind === 'end') return finish()
  packer?.write(message.bytes)
}

parentPort?.on('message', (message: ToWorker) => {
  take(message).catch((error: unknown) => answer({ kind: 'failed', failure: toFailure(error) }))
})
