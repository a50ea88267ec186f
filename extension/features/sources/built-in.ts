import type { SourceFacts, SourceKind } from './source.ts'

export const builtInName = 'built-in'

export const builtInFacts: SourceFacts = {
  only: builtInName,
  label: 'source_builtIn',
  isInBrowser: true,
  isBundled: true,
}

export const builtIn: SourceKind = {
  ...builtInFacts,
  kind: 'builtIn',
  open: (deps) => import('./built-in-catalogue.ts').then((code) => code.openBuiltInCatalogue(deps)),
}
