import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { createQueue } from '../../../shared/async.ts'
import { fromJson, toList, toRecord, toText } from '../../../shared/unknown.ts'
import { readIfPresent, writeAtomically } from '../../adapters/disk/atomic-files.ts'
import { ignoreFile } from '../../adapters/folder/ignore-rules.ts'
import { createFolderSource } from '../../adapters/folder/source.ts'
import { shrinkToScreen } from '../../adapters/sharp/shrink.ts'
import { systemTiming } from '../../adapters/system-timing.ts'
import { type Config, ConfigError, findSettingProblems, parseConfig } from '../../config/config.ts'
import { DomainError } from '../../domain-error.ts'
import type { Announcements, OwnSources } from '../../ports.ts'
import type { SourceDeps } from '../opened-source.ts'
import { createAsk, createHostTurns } from './ask.ts'
import { commons } from './commons.ts'
import { feeds } from './feeds.ts'
import { immich } from './immich.ts'
import { jsonLists } from './json-lists.ts'
import type { Ask, Lister, ListerKind } from './lister.ts'
import { createPuller, createRoom, readStatus } from './puller.ts'
import type { StoredSources } from './stored-sources.ts'
import { webdav } from './webdav.ts'

const kinds: readonly ListerKind[] = [feeds, jsonLists, webdav, immich, commons]

/** @throws ConfigError when two sources have the same name */
export const listPulled = (config: Config): readonly Lister[] =>
  requireNames(kinds.flatMap((listAll) => listAll(config)))

const requireNames = (listers: readonly Lister[]) => {
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
  const contact = [config.publicUrl, config.values.CONTACT].filter(Boolean).join('; ')
  const userAgent = `Fresco/${packageJson.version}${contact && ` (${contact})`}`
  const inTurn = createHostTurns()
  return (lister: Lister) => createAsk(lister, { inTurn, userAgent })
}

/** Asks a source for its list and for a picture, as the server does. Returns how many pictures it lists. */
const trySource = async (lister: Lister, ask: Ask, signal: AbortSignal) => {
  const list = (await lister.list(ask, signal)) ?? []
  if (list[0]) await ask(list[0].address, { signal })
  return list.length
}

export const listTrials = (config: Config) => {
  const askFor = createAsks(config)
  return listPulled(config).map((lister) => ({
    name: lister.name,
    setting: lister.setting,
    run: (signal: AbortSignal) => trySource(lister, askFor(lister), signal),
  }))
}

export type ReportedSource = Awaited<ReturnType<typeof readSources>>[number]

const readSource = async (source: Pick<Lister, 'name' | 'setting'>, dataDir: string) => ({
  name: source.name,
  setting: source.setting,
  status: await readStatus(join(folderOf(dataDir), source.name)),
})

const addedFile = 'added.json'
export const onAccountPage = 'added on the account page'

/** Also finds the sources that were added on the account page, as the server last wrote them into `DATA_DIR`. */
export const readSources = async (config: Config, dataDir: string) => {
  const named = listPulled(config)
  const written = fromJson(String(await readIfPresent(join(folderOf(dataDir), addedFile))))
  const added = toList(written, toRecord).map(({ name, isPaused }) => ({
    name: toText(name),
    setting: isPaused ? `${onAccountPage}, paused` : onAccountPage,
  }))
  const others = added.filter(({ name }) => !named.some((each) => each.name === name))
  return Promise.all([...named, ...others].map((each) => readSource(each, dataDir)))
}

export type Pulled = NonNullable<Awaited<ReturnType<typeof openPulled>>>

interface PulledDeps extends SourceDeps {
  /** The sources that are added while the server runs. */
  stored?: StoredSources | undefined
  announcements?: Announcements | undefined
}

interface PulledSource {
  /** Absent if the settings of the server name the source. */
  id?: string
  lister: Lister
  isPaused: boolean
}

const trialMs = 10_000

export const openPulled = async (config: Config, deps: PulledDeps) => {
  const { dataDir, work, stored, announcements, log } = deps
  const named = listPulled(config)
  if (named.length === 0 && stored === undefined) return undefined
  const folder = folderOf(dataDir)
  const room = createRoom(config.values.SOURCES_MAX_MB * 1e6)
  const askFor = createAsks(config)
  const pullers = new Map<string, ReturnType<typeof createPuller>>()
  let sources: readonly PulledSource[] = []
  let accept: (() => unknown) | undefined
  let hasChanged = false
  const listSources = async (): Promise<PulledSource[]> => {
    const added = ((await stored?.list()) ?? []).flatMap(({ settings, ...row }) =>
      listPulled(parseConfig(settings)).map((lister) => ({ ...row, lister })),
    )
    // A source in the settings hides a source with the same name that was added on the account page.
    const isFree = ({ lister }: PulledSource) => !named.some(({ name }) => name === lister.name)
    return [...named.map((lister) => ({ lister, isPaused: false })), ...added.filter(isFree)]
  }
  const askOf = ({ id, lister }: PulledSource) =>
    askFor(id === undefined ? lister : { ...lister, setting: 'what was entered for it' })
  const open = (pulled: PulledSource) =>
    createPuller({
      lister: pulled.lister,
      ask: askOf(pulled),
      shrink: (path) => shrinkToScreen(path, work),
      dir: join(folder, pulled.lister.name),
      room,
      refreshMs: config.values.SOURCES_REFRESH_SECONDS * 1000,
      onChange: () => {
        hasChanged = true
      },
      onShrunk: () => accept?.(),
      timing: systemTiming,
      log,
    })
  const followNow = async () => {
    sources = await listSources()
    const active = sources.filter(({ isPaused }) => !isPaused)
    for (const [key, puller] of pullers) {
      if (active.some((pulled) => keyOf(pulled) === key)) continue
      puller.stop()
      pullers.delete(key)
    }
    // The pictures of a removed source stay on the disk, but are not shown.
    const shown = sources.map(({ lister }) => `!/${lister.name}/`)
    await writeAtomically(join(folder, ignoreFile), ['/*', ...shown].join('\n'))
    const added = sources.filter(({ id }) => id !== undefined)
    const written = added.map(({ lister, isPaused }) => ({ name: lister.name, isPaused }))
    await writeAtomically(join(folder, addedFile), JSON.stringify(written))
    for (const pulled of active) {
      const known = pullers.get(keyOf(pulled))
      const puller = known ?? open(pulled)
      pullers.set(keyOf(pulled), puller)
      if (accept && !known) void puller.start()
    }
    hasChanged = true
    accept?.()
  }
  const inTurn = createQueue()
  /** Stops and starts pullers, so that each source that is not paused has one. */
  const follow = () => inTurn(followNow)
  await follow()
  announcements?.onAnnounced('sources', () => {
    follow().catch((err) => log.warn({ err }, 'The list of sources could not be read'))
  })
  const change = async (work: Promise<unknown>) => {
    await work
    announcements?.announce('sources', '')
    await follow()
  }
  const source = createFolderSource({
    folder,
    dataDir,
    cacheDir: join(folder, '.measured'),
    work,
    readsEmbeddedFacts: config.readsEmbeddedFacts,
    log,
  })
  /** Looks at all files at once after a change. Without a change, a folder that takes long to look at is looked at less often. */
  const read: typeof source.read = async (version, signal) => {
    if (!hasChanged) return source.read(version, signal)
    hasChanged = false
    const document = await source.read(undefined, signal)
    return document?.version === version ? undefined : document
  }
  const own: OwnSources | undefined = stored && {
    list: () =>
      Promise.all(
        sources.map(async ({ lister, ...pulled }) => ({
          ...pulled,
          ...(await readSource(lister, dataDir)),
        })),
      ),
    add: async (settings) => {
      const isEmpty = Object.values(settings).every((text) => text.trim() === '')
      const [problem = isEmpty ? 'Please enter an address' : undefined] = findSettingProblems(
        settings,
        (config) => requireNames([...sources.map(({ lister }) => lister), ...listPulled(config)]),
      )
      if (problem !== undefined) return `${problem}.`
      await change(stored.add(settings))
    },
    test: async (id) => {
      const pulled = (await listSources()).find((each) => each.id === id)
      if (pulled === undefined) return 'This source has been removed.'
      const { name } = pulled.lister
      return trySource(pulled.lister, askOf(pulled), AbortSignal.timeout(trialMs)).then(
        (count) => `${name} answers. Pictures in its list: ${count}.`,
        (error) =>
          error instanceof DomainError
            ? `${error.message}.`
            : `${name} did not answer within ten seconds, or its answer is not JSON.`,
      )
    },
    pause: (id, isPaused) => change(stored.pause(id, isPaused)),
    remove: (id) => change(stored.remove(id)),
  }
  return {
    own,
    isUsed: () => sources.length > 0,
    names: named.map(({ name }) => name),
    source: {
      ...source,
      read,
      find: async (...file) => (sources.length > 0 ? source.find(...file) : undefined),
    } satisfies typeof source,
    /** @param reread accepts the catalogue as it then is */
    start: (reread: () => unknown) => {
      accept = reread
      for (const puller of pullers.values()) void puller.start()
    },
    stop: () => {
      for (const puller of pullers.values()) puller.stop()
    },
    states: () =>
      Object.fromEntries([...pullers.values()].map((puller) => [puller.name, puller.state()])),
  }
}

const keyOf = ({ id = '', lister }: PulledSource) => `${id} ${lister.name}`
