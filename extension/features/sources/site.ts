import type { SourceKind } from './source.ts'

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
  open: (deps) => import('./site-catalogue.ts').then((code) => code.openSiteCatalogue(deps)),
}
