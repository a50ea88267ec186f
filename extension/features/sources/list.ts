import { siteOf } from '../settings/source-names.ts'
import type { SourceKind } from './source.ts'

/**
 * Some pictures of a Fresco server or an exported site, such as the favorites of a person, a category or the results of a
 * search. The name is a query of the API and the source that has the pictures: `from=ada+https://walls.example`.
 */
export const list: SourceKind = {
  kind: 'list',
  owns: (name) => siteOf(name) !== name,
  isList: true,
  example: 'from=ada+http://127.0.0.1:8787',
  open: (deps) => import('./list-catalogue.ts').then((code) => code.openListCatalogue(deps)),
}
