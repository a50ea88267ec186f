import { t } from '../../platform/browser/texts.ts'
import { FetchError, failAsFetch, toHost } from '../../remote/problem.ts'
import { siteOf } from '../settings/source-names.ts'
import { builtIn, builtInFacts } from './built-in.ts'
import { commons } from './commons.ts'
import { list } from './list.ts'
import { own, ownFacts } from './own.ts'
import { server, serverFacts } from './server.ts'
import { site, siteList } from './site.ts'
import type { Source, SourceDeps, SourceFacts, SourceKind } from './source.ts'
import { web, webFacts } from './web.ts'

/** All kinds of sources, in the order of their cards. An address is of the first kind that owns it. */
export const kinds: readonly SourceKind[] = import.meta.env.WXT_WEB
  ? [site, siteList]
  : [commons, builtIn, own, web, list, server]

/**
 * The facts that a new tab needs. This is a second list, because `kinds` would bring the code of all sources into every new
 * tab. A kind may be missing if a new tab needs none of its facts and no kind here owns its names, such as Commons.
 */
const allFacts: readonly SourceFacts[] = import.meta.env.WXT_WEB
  ? [site]
  : [builtInFacts, ownFacts, webFacts, serverFacts]

const isOf = (name: string) => (kind: SourceFacts) => kind.only === name || kind.owns?.(name)

export const factsOf = (name: string): SourceFacts => allFacts.find(isOf(name)) ?? {}

export const toLabel = (name: string): string => {
  const { label } = factsOf(name)
  return label ? t(label) : toHost(name)
}

const unknown: SourceKind = {
  kind: '',
  open: () => Promise.reject(new FetchError({ kind: 'not-a-catalogue' })),
}

/** The kind of a source. A newer version may have stored the name of one that this version does not know. */
export const sourceOf = (name: string): SourceKind => kinds.find(isOf(name)) ?? unknown

export const listBundled = (): string[] =>
  kinds.flatMap(({ isBundled, only }) => (isBundled && only ? [only] : []))

/** Loads the code of each kind once. Code that could not be loaded is loaded again with the next request. */
export const createOpener = (deps: Omit<SourceDeps, 'open'>, toKind = sourceOf) => {
  const opened = new Map<string, Promise<Source>>()
  const openOnce = (name: string): Promise<Source> => {
    const { kind, open } = toKind(name)
    const source = opened.get(kind) ?? open({ ...deps, open: openOnce })
    opened.set(kind, source)
    source.catch(() => opened.delete(kind))
    return source
  }
  return openOnce
}

export type OpenSource = ReturnType<typeof createOpener>

export interface Sources extends Required<Pick<Source, 'find' | 'describe' | 'load' | 'findDay'>> {
  /** Resolves when none of these sources is fetching a list. */
  idle(names: readonly string[]): Promise<void>
}

/**
 * Sends each call to the source that it names. Every error is a `FetchError`, because a top-up ends for all sources when the
 * deck's own database fails.
 */
export const createSources = (open: OpenSource): Sources => ({
  find: async (filters, exclude) =>
    (await open(filters.catalogue)).find(filters, exclude).catch(failAsFetch),
  describe: async (name, id) => (await open(name)).describe(name, id).catch(failAsFetch),
  load: async (wallpaper, screen) => (await open(wallpaper.catalogue)).load(wallpaper, screen),
  findDay: async (filters, date) => {
    if (!sourceOf(filters.catalogue).hasDays) return
    return (await open(filters.catalogue)).findDay?.(filters, date).catch(failAsFetch)
  },
  idle: async (names) => {
    const ignore = () => undefined
    for (const name of names.map(siteOf)) await open(name).then((source) => source.idle?.(), ignore)
  },
})
