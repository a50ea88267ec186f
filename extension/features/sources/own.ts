import type { SourceFacts, SourceKind } from './source.ts'

export const ownName = 'own'

export const ownFacts: SourceFacts = {
  only: ownName,
  label: 'source_own',
  isInBrowser: true,
  isPersonal: true,
}

export const own: SourceKind = {
  ...ownFacts,
  kind: 'own',
  hasSearch: true,
  hasStoredPreviews: true,
  needs: 'pictures',
  open: () => import('./own-catalogue.ts').then((code) => code.createOwnCatalogue()),
}
