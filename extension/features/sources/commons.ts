import type { SourceKind } from './source.ts'

export const commonsName = 'commons.wikimedia.org'

export const commons: SourceKind = {
  kind: 'commons',
  only: commonsName,
  hasDays: true,
  hasStoredPreviews: true,
  isRecommended: true,
  pageOf: ({ id }) => `https://${commonsName}/entity/${id}`,
  open: (deps) =>
    import('./commons-catalogue.ts').then((code) => code.openCommonsCatalogue(commonsName, deps)),
}
