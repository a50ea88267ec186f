import type { SearchQuery } from '../../../shared/search-api.ts'
import { openCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { type PackedCatalogue, packCatalogue } from '../../catalogue/packed/pack-catalogue.ts'
import type { SearchIndex } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { createSqliteSearch } from '../../database/search.ts'
import { prepareAnswer } from '../prepare-answer.ts'
import { answerMessages } from './thread.ts'

export interface PackJob {
  text: Uint8Array
  document: Omit<CatalogueDocument, 'index' | 'gone' | 'mainFiles'>
  /** The names of the files in `main/`, joined with `\0`. Posting a string to a thread is faster than a Set. */
  mainFiles: string | undefined
}

export interface SearchJob {
  packed: PackedCatalogue
  document: Pick<CatalogueDocument, 'version' | 'filesUrl'>
}

let search: SearchIndex | undefined

const toSet = (names: string): ReadonlySet<string> => new Set(names === '' ? [] : names.split('\0'))

const handlers = {
  pack: ({ text, document, mainFiles }: PackJob) => {
    const named = { ...document, mainFiles: mainFiles === undefined ? undefined : toSet(mainFiles) }
    return packCatalogue({ text, document: named, prepareAnswer })
  },
  buildSearchIndex: async ({ packed, document }: SearchJob) => {
    // The search index reads each row once.
    search = await createSqliteSearch(openCatalogue(packed, document, 1))
  },
  search: (request: SearchQuery) => {
    if (search === undefined) throw new Error('The search index is not ready yet')
    return search.search(request)
  },
}

export type CatalogueHandlers = typeof handlers

answerMessages(handlers)
