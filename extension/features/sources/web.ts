import type { SourceFacts, SourceKind } from './source.ts'

export const webFacts: SourceFacts = {
  owns: (address) => /^http(s:\/\/github\.com\/.+\/.|.*\.json$)/.test(address),
  isSite: true,
}

/** Catalogues that are plain files: an `index.json`, or the pictures of a repository at GitHub. */
export const web: SourceKind = {
  ...webFacts,
  kind: 'web',
  hasSearch: true,
  example: 'https://github.com/user/repo',
  open: (deps) => import('./web/web-catalogue.ts').then((code) => code.openWebCatalogue(deps)),
}
