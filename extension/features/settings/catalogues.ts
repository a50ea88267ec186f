import { toTextList } from '../../../shared/unknown.ts'
import { isList, type Source } from './setting-values.ts'

/** The pictures that are part of the extension. */
export const builtIn = 'built-in'
/** The person's own pictures, which never leave the browser. */
export const own = 'own'
/** The featured pictures of Wikimedia Commons. */
export const commons = 'commons.wikimedia.org'

const named = [builtIn, own, commons] as const

/** Some catalogues are the only ones of their kind. `web` is a catalogue of plain files, and `server` is a Fresco server. */
export type CatalogueKind = (typeof named)[number] | 'web' | 'server'

const isNamed = (name: string): name is (typeof named)[number] =>
  (named as readonly string[]).includes(name)

/** Whether the pictures of a catalogue are in this browser. */
export const isLocal = (name: string): name is typeof builtIn | typeof own =>
  isNamed(name) && name !== commons

/** Tells the kind of a catalogue by its name, without the network. */
export const kindOf = (name: string): CatalogueKind => {
  if (isNamed(name)) return name
  return isWeb(name) ? 'web' : 'server'
}

const isWeb = (name: string) => /^https:\/\/github\.com\/[^/]+\/[^/]|\.json$/.test(name)

// An address has the form that `parseServer` returns: no password, no query and no slash at the end.
const isAddress = (name: string) =>
  /^https?:\/\/[^\s?#@/]+(\/[^\s?#]*[^\s?#/])?$/.test(name) && URL.canParse(name)

/** Returns the valid names among `stored`, each once, with at most one Fresco server. */
export const parseCatalogues = (stored: unknown): string[] => {
  const names = toTextList(stored).filter((name) => isNamed(name) || isAddress(name))
  // A person has one account, so a second server would replace the first.
  const places = names.map((name) => kindOf(name) === 'server' || name)
  return names.filter((name, at) => places.indexOf(places[at] ?? name) === at)
}

const serverOfBuild: string | undefined = import.meta.env.WXT_API_URL

/** The server of the build, or the address of a server on this computer. */
export const firstServer = serverOfBuild || 'http://127.0.0.1:8787'

// The catalogues that count until a person chooses others. Without these two settings, a build contacts nobody.
const chosenByBuild = parseCatalogues([import.meta.env.WXT_DEFAULT_CATALOGUE, serverOfBuild])

export const readCatalogues = (stored: unknown): string[] =>
  Array.isArray(stored) ? parseCatalogues(stored) : chosenByBuild

interface Chosen {
  catalogues: readonly string[]
}

/** The address of the Fresco server, which alone has accounts and public lists. */
export const serverIn = ({ catalogues }: Chosen): string | null =>
  catalogues.find((name) => kindOf(name) === 'server') ?? null

/** The catalogue that has a picture of the day. */
export const dayCatalogueIn = ({ catalogues }: Chosen): string | null =>
  serverIn({ catalogues }) ?? catalogues.find((name) => name === commons) ?? null

export const withServer = ({ catalogues }: Chosen, server: string | null): string[] => [
  ...catalogues.filter((name) => kindOf(name) !== 'server'),
  ...(server ? [server] : []),
]

export const withOwn = ({ catalogues }: Chosen, isOn: boolean): string[] => [
  ...catalogues.filter((name) => name !== own),
  ...(isOn ? [own] : []),
]

/**
 * The catalogues to ask for upcoming wallpapers. An empty name stands for the favorites, which may come from several.
 * If there are only the built-in pictures, none is asked, because each tab has them.
 */
export const listAsked = ({
  catalogues,
  source,
}: Chosen & { source: Source }): readonly string[] => {
  if (source === 'favorites') return ['']
  const server = serverIn({ catalogues })
  if (isList(source) && server) return [server]
  return catalogues.every((name) => name === builtIn) ? [] : catalogues
}
