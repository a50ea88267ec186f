import { firstServer } from '../settings/source-names.ts'
import type { SourceFacts, SourceKind } from './source.ts'

export const serverFacts: SourceFacts = {
  owns: (address) => /^http/.test(address),
  hasAccounts: true,
  pageOf: ({ catalogue, id }) => `${catalogue}/wallpaper/${encodeURIComponent(id)}`,
}

export const server: SourceKind = {
  ...serverFacts,
  kind: 'server',
  hasDays: true,
  hasSearch: true,
  example: firstServer,
  open: (deps) => import('./server-catalogue.ts').then((code) => code.openServerCatalogue(deps)),
}
