import type { Log } from '../ports.ts'
import type { BuildCatalogue, BuiltCatalogue } from './build-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { createSearchHandover, type SearchIndex } from './search-index.ts'
import { createShrinkGuard } from './shrink-guard.ts'
import {
  createSnapshotStore,
  type MaybePromise,
  type SnapshotStore,
  type SnapshotStoreOptions,
} from './snapshot-store.ts'
import type { CatalogueDocument, CatalogueSource, DocumentShelf, StagedDocument } from './source.ts'
import { createWallpaperUrls, type WallpaperUrls } from './wallpaper-urls.ts'

/** One catalogue with what is made from it once, so that no request has to. */
export interface CatalogueSnapshot {
  catalogue: Catalogue
  urls: WallpaperUrls
  search: SearchIndex
  isPartial: boolean
}

/** The newest good one; a promise of it only before the first. */
export type CurrentSnapshot = () => MaybePromise<CatalogueSnapshot>

type Timing = Pick<
  SnapshotStoreOptions<CatalogueSnapshot>,
  'refreshMs' | 'longestBackOffMs' | 'clock' | 'random'
>

type VersionOf = (mainFile: string) => string | undefined

interface CatalogueStoreOptions extends Timing {
  source: CatalogueSource
  build: BuildCatalogue
  publicUrl: string
  /** The version of a file of `main/`, as far as it is known. */
  versionOf?: VersionOf | undefined
  /** For a source elsewhere: its last good document outlives a restart, and a drastic loss is doubted. */
  shelf?: DocumentShelf | undefined
  /** Told the version of every catalogue that was read from the source. */
  onRead?: ((version: string) => void) | undefined
  log: Log
}

/** Enough for a million rows on a busy machine; what a source waits for has deadlines of its own. */
const timeoutMs = 120_000

/** Keeps the newest good catalogue of a source in memory. */
export const createCatalogueStore = ({
  source,
  build,
  publicUrl,
  versionOf,
  shelf,
  onRead,
  log,
  ...timing
}: CatalogueStoreOptions): SnapshotStore<CatalogueSnapshot> => {
  const name = `${source.name} catalogue`
  const guard =
    shelf && createShrinkGuard({ name: `The ${name}`, code: 'CATALOGUE_UNAVAILABLE', ...timing })
  const tagsLook = shelf && createSecondLook(timing.clock)
  const toUrls = (catalogue: Catalogue) => createWallpaperUrls(publicUrl, catalogue, versionOf)
  const staged = new WeakMap<CatalogueSnapshot, StagedDocument>()

  /** @throws when it came too late or has lost too much; then nothing of it stays */
  const accept = (
    built: BuiltCatalogue,
    previous: CatalogueSnapshot | undefined,
    signal: AbortSignal,
  ) => {
    try {
      signal.throwIfAborted()
      guard?.accept(built.catalogue.size, previous?.catalogue.size)
    } catch (error) {
      built.search.close()
      throw error
    }
    // The same document again is a second look at its tags: what it lacks was said before.
    const isKnown = built.catalogue.version === previous?.catalogue.version
    if (!isKnown || !built.findings.tagsProblem)
      logFindings(log, source.name, built, previous !== undefined)
    tagsLook?.note(built.findings.tagsProblem === undefined)
    return built
  }
  const readSnapshot = async (
    document: CatalogueDocument,
    previous: CatalogueSnapshot | undefined,
    signal: AbortSignal,
  ) => {
    const draft = await shelf?.stage(document)
    try {
      const built = accept(await build(document, signal), previous, signal)
      const snapshot = toSnapshot(document, built, previous, toUrls)
      if (draft) staged.set(snapshot, draft)
      return snapshot
    } catch (error) {
      await draft?.discard()
      throw error
    }
  }

  return createSnapshotStore<CatalogueSnapshot>({
    name,
    ...timing,
    timeoutMs,
    isPartial: (snapshot) => snapshot.isPartial,
    onNewer: ({ catalogue }) => onRead?.(catalogue.version),
    log,
    read: async (previous, signal) => {
      const version = tagsLook?.isDue() ? undefined : knownVersion(previous)
      const document = await source.read(version, signal)
      if (document === undefined) guard?.reset()
      return document && readSnapshot(document, previous, signal)
    },
    keep: async (snapshot) => staged.get(snapshot)?.keep(),
    restore: async () => {
      const kept = await shelf?.restore()
      if (kept === undefined) return undefined
      const { document, readAt } = kept
      const built = await build(document, AbortSignal.timeout(timeoutMs))
      return { value: toSnapshot(document, built, undefined, toUrls), confirmedAt: readAt }
    },
  })
}

/** A catalogue whose search engine died is read again, whatever its version. */
const knownVersion = (snapshot: CatalogueSnapshot | undefined) =>
  snapshot?.search.isUsable() ? snapshot.catalogue.version : undefined

const toSnapshot = (
  { isPartial = false }: CatalogueDocument,
  { catalogue, findings, search, searchReady }: BuiltCatalogue,
  previous: CatalogueSnapshot | undefined,
  toUrls: (catalogue: Catalogue) => WallpaperUrls,
): CatalogueSnapshot => ({
  catalogue: findings.tagsProblem && previous ? withColorsOf(previous, catalogue) : catalogue,
  urls: toUrls(catalogue),
  search: createSearchHandover({ next: search, ready: searchReady, previous: previous?.search }),
  isPartial,
})

/** The last good list of colors is better than none. */
const withColorsOf = (previous: CatalogueSnapshot, catalogue: Catalogue): Catalogue => ({
  ...catalogue,
  answers: { ...catalogue.answers, colors: previous.catalogue.answers.colors },
})

export interface SecondLook {
  /** Notes whether what was read last was good. */
  note(isGood: boolean): void
  /** Whether what was bad is to be read again, although nothing says that it changed. */
  isDue(): boolean
}

const firstMs = 60_000
const longestMs = 3_600_000

/** A bad file may have been its source's fault: it is read again after a minute, then ever more seldom. */
export const createSecondLook = (clock: () => number = Date.now): SecondLook => {
  let failures = 0
  let dueAt = Number.POSITIVE_INFINITY
  return {
    note: (isGood) => {
      failures = isGood ? 0 : failures + 1
      const pauseMs = Math.min(longestMs, firstMs * 2 ** (failures - 1))
      dueAt = isGood ? Number.POSITIVE_INFINITY : clock() + pauseMs
    },
    isDue: () => clock() >= dueAt,
  }
}

/** Says what was read, and what an operator can do something about. */
export const logFindings = (
  log: Log,
  source: string,
  { catalogue, findings }: BuiltCatalogue,
  hasPrevious: boolean,
) => {
  const { missingFiles, tagsProblem, skipped } = findings
  const { count, allOf, examples } = missingFiles
  if (count > 0) log.warn({ files: examples }, absentText(count))
  if (allOf > 0) log.warn({}, noFilesText(allOf))
  if (tagsProblem) log.warn({}, tagsText(tagsProblem, hasPrevious))
  log.info({ wallpapers: catalogue.size, skipped }, `${source} catalogue read`)
}

const absentText = (count: number) =>
  `Left out of index.json, because main/ has no such file: ${count} ${count === 1 ? 'row' : 'rows'}`

const noFilesText = (count: number) =>
  `main/ holds none of the ${count} files of index.json: their addresses answer 404`

const tagsText = (problem: string, hasPrevious: boolean) =>
  `The catalogue's tags.json ${problem}; ${hasPrevious ? 'the last good one' : 'none'} is used`
