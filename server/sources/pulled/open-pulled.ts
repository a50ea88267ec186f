import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { writeAtomically } from '../../adapters/disk/atomic-files.ts'
import { ignoreFile } from '../../adapters/folder/ignore-rules.ts'
import { createFolderSource } from '../../adapters/folder/source.ts'
import { shrinkToScreen } from '../../adapters/sharp/shrink.ts'
import { systemTiming } from '../../adapters/system-timing.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import type { SourceDeps } from '../opened-source.ts'
import { createAsk, createHostTurns } from './ask.ts'
import { commons } from './commons.ts'
import { feeds } from './feeds.ts'
import { immich } from './immich.ts'
import { jsonLists } from './json-lists.ts'
import type { Lister, ListerKind } from './lister.ts'
import { createPuller, createRoom, readStatus } from './puller.ts'
import { webdav } from './webdav.ts'

/** Every kind of place that pictures are pulled from. */
const kinds: readonly ListerKind[] = [feeds, jsonLists, webdav, immich, commons]

/** @throws ConfigError when two places have the same name */
export const listPulled = (config: Config): readonly Lister[] => {
  const listers = kinds.flatMap((listAll) => listAll(config))
  const names = listers.map(({ name }) => name)
  const again = listers.find(({ name }, at) => names.indexOf(name) < at)
  if (again)
    throw new ConfigError(
      `${again.setting} has a second source with the name ${again.name}: give it another one, such as more-${again.name}=https://…`,
    )
  return listers
}

const folderOf = (dataDir: string) => join(dataDir, 'sources')

const createAsks = (config: Config) => {
  const contact = [config.publicUrl, config.contact].filter(Boolean).join('; ')
  const userAgent = `Fresco/${packageJson.version}${contact && ` (${contact})`}`
  const inTurn = createHostTurns()
  return (lister: Lister) => createAsk(lister, { inTurn, userAgent })
}

/** Asks each place for its list and for a picture, as the server does. */
export const listTrials = (config: Config) => {
  const askFor = createAsks(config)
  return listPulled(config).map((lister) => ({
    name: lister.name,
    setting: lister.setting,
    run: async (signal: AbortSignal) => {
      const ask = askFor(lister)
      const [picture] = (await lister.list(ask, signal)) ?? []
      if (picture) await ask(picture.address, { signal })
    },
  }))
}

export type PulledPlace = Awaited<ReturnType<typeof readPlaces>>[number]

/** Reads what a server has stored about each place. */
export const readPlaces = (config: Config, dataDir: string) =>
  Promise.all(
    listPulled(config).map(async ({ name, setting }) => ({
      name,
      setting,
      status: await readStatus(join(folderOf(dataDir), name)),
    })),
  )

export type Pulled = NonNullable<Awaited<ReturnType<typeof openPulled>>>

/** Opens the places that pictures are pulled from, and the folder of the pulled pictures. */
export const openPulled = async (config: Config, { dataDir, work, log }: SourceDeps) => {
  const listers = listPulled(config)
  if (listers.length === 0) return undefined
  const folder = folderOf(dataDir)
  const names = listers.map(({ name }) => name)
  await mkdir(folder, { recursive: true })
  // The pictures of a place that was taken out of the settings stay on the disk, but are not shown.
  await writeAtomically(
    join(folder, ignoreFile),
    ['/*', ...names.map((name) => `!/${name}/`)].join('\n'),
  )
  const room = createRoom(config.values.SOURCES_MAX_MB * 1e6)
  const askFor = createAsks(config)
  let onShrunk = () => {}
  let hasChanged = false
  const pullers = listers.map((lister) => ({
    name: lister.name,
    store: createPuller({
      lister,
      ask: askFor(lister),
      shrink: (content) => shrinkToScreen(content, work),
      dir: join(folder, lister.name),
      room,
      refreshMs: config.values.SOURCES_REFRESH_SECONDS * 1000,
      onChange: () => {
        hasChanged = true
      },
      onShrunk: () => onShrunk(),
      timing: systemTiming,
      log,
    }),
  }))
  const source = createFolderSource({
    folder,
    dataDir,
    cacheDir: join(folder, '.measured'),
    work,
    readsEmbeddedFacts: config.readsEmbeddedFacts,
    log,
  })
  /** Looks at all files at once after a change. Otherwise, a folder is looked at less often the longer a look takes. */
  const read: typeof source.read = async (version, signal) => {
    if (!hasChanged) return source.read(version, signal)
    hasChanged = false
    const document = await source.read(undefined, signal)
    return document?.version === version ? undefined : document
  }
  return {
    names,
    source: { ...source, read },
    /** @param reread accepts the catalogue as it then is */
    start: (reread: () => unknown) => {
      onShrunk = reread
      for (const { store } of pullers) void store.start()
    },
    stop: () => {
      for (const { store } of pullers) store.stop()
    },
    states: () => Object.fromEntries(pullers.map(({ name, store }) => [name, store.state()])),
  }
}
