import { siteOf } from '../settings/source-names.ts'
import type { SourceKind } from './source.ts'

const open: SourceKind['open'] = (deps) =>
  import('./site-catalogue.ts').then((code) => code.openSiteCatalogue(deps))

/** The server or the exported site that the web page at `/tab/` comes from. */
export const site: SourceKind = {
  kind: 'site',
  owns: (address) => /^http/.test(address),
  hasAccounts: !import.meta.env.WXT_EXPORTED,
  pageOf: ({ catalogue, id }) => {
    const page = `/wallpaper/${encodeURIComponent(id)}`
    return import.meta.env.WXT_EXPORTED
      ? catalogue.replace('/index.json', `${page}/`)
      : catalogue + page
  },
  hasDays: !import.meta.env.WXT_EXPORTED,
  open,
}

/** The favorites of a person at that server, such as `from=ada+https://walls.example`. */
export const siteList: SourceKind = {
  kind: 'siteList',
  owns: (name) => siteOf(name) !== name,
  isList: true,
  hasDays: true,
  open,
}
