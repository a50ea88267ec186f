import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFetchedFiles } from '../adapters/disk/fetched-files.ts'
import { createStoredDocuments } from '../adapters/disk/snapshots.ts'
import { createWebPictures } from '../adapters/fetch/web-pictures.ts'
import { createFileVersions } from '../adapters/folder/file-versions.ts'
import { createPublicPictures } from '../adapters/folder/public-pictures.ts'
import { systemTiming } from '../adapters/system-timing.ts'
import { createCatalogueBuilder } from '../adapters/threads/catalogue-builder.ts'
import { createCatalogueStore, type RereadCatalogue } from '../catalogue/catalogue-store.ts'
import type { CatalogueFiles } from '../catalogue/source.ts'
import type { Config } from '../config/config.ts'
import type { Announcements } from '../ports.ts'
import { folder } from './folder.ts'
import { github } from './github.ts'
import { type FindImage, withHostedImages } from './hosted-images.ts'
import { joinFiles, joinSources } from './join-sources.ts'
import type { OpenedSource, SourceDeps, SourceKind } from './opened-source.ts'
import { openPulled, type Pulled } from './pulled/open-pulled.ts'
import type { StoredSources } from './pulled/stored-sources.ts'

/** The kinds that are tried before the folder, because a repository may have its pictures in the folder. */
const kinds: readonly SourceKind[] = [github]

interface OpenDeps extends SourceDeps {
  publicUrl: string
  announcements?: Announcements | undefined
  /** The sources that administrators added to pull pictures from. */
  stored?: StoredSources | undefined
  /** Finds images that are not in the catalogue. */
  findImage?: FindImage | undefined
}

const startPatienceMs = 5_000

export const chooseSource = (config: Config) => {
  for (const { name, choose } of kinds) {
    const open = choose(config)
    if (open) return { name, open }
  }
  return { name: folder.name, open: folder.choose(config) }
}

export const openSource = async (
  config: Config,
  { publicUrl, announcements, stored, findImage, ...deps }: OpenDeps,
) => {
  const { dataDir, log } = deps
  const { name, open } = chooseSource(config)
  const toRemoteFiles = (filesUrl: string | undefined) =>
    filesUrl === undefined
      ? undefined
      : createFetchedFiles({
          pictures: createWebPictures(filesUrl),
          dir: join(dataDir, 'fetched'),
          maxBytes: config.values.ORIGINALS_MAX_MB * 1e6,
          log,
        })
  const pulled = await openPulled(config, { ...deps, stored, announcements })
  const own = await open(deps)
  // A catalogue whose files are on another server gets pulled sources only if one is set at the start.
  const isFixed = pulled?.isUsed() === false && own.filesUrl !== undefined
  const opened = pulled && !isFixed ? withPulled(own, toRemoteFiles(own.filesUrl), pulled) : own
  const { source, files = noFiles, filesUrl, isPublic, isRemote, refreshMs, settings } = opened
  const versions = createFileVersions({ files })
  const build = createCatalogueBuilder()
  const catalogue = createCatalogueStore({
    source,
    build: findImage ? withHostedImages(build, findImage) : build,
    ...systemTiming,
    publicUrl,
    versionOf: versions.known,
    refreshMs,
    // A local folder that cannot be read is tried again at the usual interval, because a try is cheap.
    ...(!isRemote && { longestBackOffMs: refreshMs, readsFirst: true }),
    shelf:
      settings && createStoredDocuments({ folder: join(dataDir, 'snapshots'), name, settings }),
    log,
  })
  const patience = () => sleep(startPatienceMs, undefined, { ref: false })
  return {
    ...catalogue,
    reread: shareReread(catalogue.reread, announcements),
    start: () => {
      pulled?.start(catalogue.reread)
      return isRemote ? Promise.race([catalogue.start(), patience()]) : catalogue.start()
    },
    stop: () => {
      pulled?.stop()
      return catalogue.stop()
    },
    pulledStates: () => pulled?.states() ?? {},
    ownSources: isFixed ? undefined : pulled?.own,
    files,
    /** The files at `filesUrl`, which this server fetches when it needs their bytes. */
    remoteFiles: toRemoteFiles(filesUrl),
    versions,
    publicPictures:
      isPublic || config.values.PICTURE_METADATA === 'keep' ? undefined : createPublicPictures(),
  }
}

/** A replica that is asked to read its catalogue again asks the other replicas to do the same. */
const shareReread = (reread: RereadCatalogue, announcements?: Announcements): RereadCatalogue => {
  const topic = 'catalogue-reread'
  const asked = new Set<string>()
  announcements?.onAnnounced(topic, (id) => {
    if (!asked.delete(id)) void reread()
  })
  return () => {
    const id = randomUUID()
    if (announcements) asked.add(id)
    announcements?.announce(topic, id)
    return reread()
  }
}

const noFiles = { find: async () => undefined }

/** Adds the pictures of pulled sources, if there are any. This server then sends all pictures, also those of another host. */
const withPulled = (
  { source, files = noFiles, isPublic: _, isSample, settings, ...own }: OpenedSource,
  remoteFiles: CatalogueFiles | undefined,
  pulled: Pulled,
): OpenedSource => {
  const joined = isSample ? pulled.source : joinSources(source, pulled.source)
  return {
    ...own,
    source: {
      name: source.name,
      read: (version, signal) => (pulled.isUsed() ? joined : source).read(version, signal),
    },
    files: joinFiles(pulled.source, remoteFiles ?? files),
    ...(settings && { settings: [...settings, ...pulled.names] }),
  }
}
