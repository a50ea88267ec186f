import type { BuildCatalogue } from '../../catalogue/build-catalogue.ts'
import { createCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { prepareAnswer } from '../prepare-answer.ts'
import { createSqliteSearch } from '../sqlite/search.ts'

/** Builds catalogues on the calling thread: for small ones, which take less time than a thread. */
export const createInProcessBuilder = (): BuildCatalogue => async (document) => {
  const { catalogue, findings } = createCatalogue(document, prepareAnswer)
  const search = await createSqliteSearch(catalogue)
  return { catalogue, findings, search, searchReady: Promise.resolve() }
}
