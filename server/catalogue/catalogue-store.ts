import type { Log, Timing } from '../ports.ts'
import type { BuildCatalogue, BuiltCatalogue, MissingFiles } from './build-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { createSearchHandover, type SearchHandover } from './search-index.ts'
import { createShrinkGuard } from './shrink-guard.ts'
import { createSnapshotStore, type MaybePromise } from './snapshot-store.ts'
import type { CatalogueDocument, CatalogueSource, DocumentShelf } from './source.ts'
import { createWallpaperUrls, type WallpaperUrls } from './wallpaper-urls.ts'

export interface CatalogueSnapshot {
  catalogue: Catalogue
  urls: WallpaperUrls
  search: SearchHandover
  isPartial: boolean
}

/** The result of a request to read the catalogue again. The numbers count wallpapers. */
export interface Reread {
  before: number | undefined
  wallpapers: number | undefined
  isPartial: boolean
  problem?: string | undefined
}

export type RereadCatalogue = () => Promise<Reread>

interface Reading {
  previous: CatalogueSnapshot | undefined
  /** How many wallpapers there were, unless a smaller catalogue is accepted in any case. */
  before: number | undefined
  signal: AbortSignal
}

export type CurrentSnapshot = () => MaybePromise<CatalogueSnapshot>

interface CatalogueStoreOptions extends Timing {
  refreshMs: number
  longestBackOffMs?: number
  source: CatalogueSource
  build: BuildCatalogue
  publicUrl: string
  versionOf?: ((mainFile: string) => string | undefined) | undefined
  shelf?: DocumentShelf | undefined
  readsFirst?: boolean
  log: Log
}

// Reading and building a million rows on a busy machine takes less.
const timeoutMs = 120_000

export const createCatalogueStore = ({
  source,
  build,
  publicUrl,
  versionOf,
  shelf,
  log,
  clock,
  timers,
  random,
  ...refreshing
}: CatalogueStoreOptions) => {
  const name = `${source.name} catalogue`
  const guard = createShrinkGuard({ name: `The ${name}`, code: 'CATALOGUE_UNAVAILABLE', clock })
  /** The number of wallpapers when all of them were measured. */
  let whole: number | undefined
  /** Whether a person asked for the next read, which is then complete and accepted. */
  let isAsked = false
  // The document of the newest complete catalogue, until it is stored.
  let unsaved: CatalogueDocument | undefined

  const toSnapshot = (
    { isPartial = false }: CatalogueDocument,
    { catalogue, search: next, prepareSearch: prepare }: BuiltCatalogue,
    previous?: CatalogueSnapshot,
  ): CatalogueSnapshot => ({
    catalogue,
    urls: createWallpaperUrls(publicUrl, catalogue, versionOf),
    search: createSearchHandover({ next, prepare, previous: previous?.search, timers }),
    isPartial,
  })
  const readSnapshot = async (
    document: CatalogueDocument,
    { previous, before, signal }: Reading,
  ) => {
    const { count, isPartial = false } = document
    if (count !== undefined) guard.accept(count, before)
    const built = await build(document, signal)
    try {
      signal.throwIfAborted()
      if (count === undefined) guard.accept(built.catalogue.size, before)
    } catch (error) {
      built.search.close()
      throw error
    }
    logFindings(log, built, { name, isPartial })
    whole = isPartial ? before : built.catalogue.size
    if (!isPartial) unsaved = document
    return toSnapshot(document, built, previous)
  }

  const store = createSnapshotStore<CatalogueSnapshot>({
    name,
    ...refreshing,
    timing: { clock, timers, random },
    timeoutMs,
    isPartial: (snapshot) => snapshot.isPartial,
    log,
    read: async (previous, signal) => {
      const known = isAsked ? undefined : knownVersion(previous)
      const before = isAsked ? undefined : whole
      isAsked = false
      const document = await source.read(known, signal)
      if (document === undefined) guard.reset()
      return document && readSnapshot(document, { previous, before, signal })
    },
    keep: async () => {
      const document = unsaved
      unsaved = undefined
      if (document) await shelf?.keep(document)
    },
    restore: async (signal) => {
      const kept = await shelf?.restore()
      if (kept === undefined) return undefined
      const { document, readAt } = kept
      const built = await build(document, signal)
      whole = built.catalogue.size
      return { value: toSnapshot(document, built), confirmedAt: readAt }
    },
  })
  const findCurrent = async () => (store.state().ready ? store.current() : undefined)
  return {
    ...store,
    /** Reads the whole catalogue again and accepts it, even if most wallpapers are gone. */
    reread: async () => {
      const before = (await findCurrent())?.catalogue.size
      isAsked = true
      await store.readNow()
      const { isPartial = false, catalogue } = (await findCurrent()) ?? {}
      return { before, wallpapers: catalogue?.size, isPartial, problem: store.state().problem }
    },
  }
}

// If the search index has stopped working, no version counts as known, so that the catalogue is read and built again.
const knownVersion = (snapshot: CatalogueSnapshot | undefined) =>
  snapshot?.search.isUsable() ? snapshot.catalogue.version : undefined

const logFindings = (
  log: Log,
  { catalogue, findings }: BuiltCatalogue,
  { name, isPartial }: { name: string; isPartial: boolean },
) => {
  const { missingFiles, tagsProblem, skipped, unmeasured } = findings
  if (missingFiles.count > 0) log.warn({ files: missingFiles.examples }, missingText(missingFiles))
  if (tagsProblem)
    log.warn(
      {},
      `The catalogue's tags.json ${tagsProblem}; the colors come from index.json instead`,
    )
  if (catalogue.size === 0)
    log.warn({}, `The ${name} has no wallpapers. A folder needs jpg, png, webp or avif files`)
  // While the pictures of a folder are measured, it is read every two seconds.
  else if (!isPartial)
    log.info({ skipped, unmeasured }, `The ${name} has ${catalogue.size} wallpapers`)
}

const missingText = ({ count, areLeftOut }: MissingFiles) => {
  if (!areLeftOut) return `main/ is empty, so requests for the ${count} files in index.json get 404`
  return count === 1
    ? 'Left out 1 row of index.json, because its file is not in main/'
    : `Left out ${count} rows of index.json, because their files are not in main/`
}
