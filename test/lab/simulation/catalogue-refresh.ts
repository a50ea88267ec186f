import { prepareAnswer } from '../../../server/adapters/prepare-answer.ts'
import type { BuildCatalogue } from '../../../server/catalogue/build-catalogue.ts'
import {
  type CatalogueSnapshot,
  createCatalogueStore,
} from '../../../server/catalogue/catalogue-store.ts'
import { createCatalogue } from '../../../server/catalogue/packed/create-catalogue.ts'
import type { SearchIndex } from '../../../server/catalogue/search-index.ts'
import type {
  CatalogueDocument,
  CatalogueSource,
  DocumentShelf,
  StoredDocument,
} from '../../../server/catalogue/source.ts'
import { DomainError } from '../../../server/domain-error.ts'
import type { Timers } from '../../../server/ports.ts'
import { searchQuerySchema } from '../../../shared/search-api.ts'
import { makeDocument, makeIndexRows } from '../../builders.ts'
import { type Outcome, startRun } from './findings.ts'
import { serverUrl } from './globals.ts'
import type { Kernel, SimulatedProcess } from './kernel.ts'
import { createStream, type Random } from './random.ts'

const minuteMs = 60_000
const rowsOfVersion = 24
const firstTime = 1_800_000_000_000

const anyQuery = searchQuerySchema.parse({ q: 'forest' })

const toId = (version: number, row: number) => `v${version}-${row}`

const toFilesUrl = (version: string) => `https://files.test/${version}`

const makeVersion = (version: number) =>
  makeDocument({
    version: `${version}`,
    filesUrl: toFilesUrl(`${version}`),
    index: makeIndexRows(rowsOfVersion, (row) => ({ file_name: toId(version, row) })),
  })

type Created = ReturnType<typeof createCatalogue>

const catalogues = new Map<string, Created>()

// All seeds have the same versions, so each is packed and compressed once.
const createOnce = (document: CatalogueDocument): Created => {
  const known = catalogues.get(document.version)
  if (known) return known
  const created = createCatalogue(document, prepareAnswer)
  catalogues.set(document.version, created)
  return created
}

/**
 * Runs a server's catalogue while its source changes, fails, hangs and sends nonsense, and while the server restarts. A
 * reader must always see one whole version, and never an older one than before.
 */
export const runRefresh = (seed: number): Outcome => {
  const { kernel, findings, note, reach, violate } = startRun()
  const random = createStream(`${seed}/catalogue`)

  let newest = 1
  let kept: StoredDocument | undefined
  const faults = {
    failures: random() < 0.5 ? random() : 0,
    nonsense: random() < 0.3 ? random() * 0.5 : 0,
    hanging: random() < 0.3 ? random() * 0.3 : 0,
    fullDisk: random() < 0.3 ? random() : 0,
    shortLists: random() < 0.3 ? random() * 0.5 : 0,
    damagedCopy: random() < 0.3 ? random() : 0,
    slownessMs: random() < 0.5 ? 2_000 : 60_000,
  }
  const wasDiskFull = faults.fullDisk > 0
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  const source: CatalogueSource = {
    name: 'simulated',
    read: async (version) => {
      if (random() < faults.hanging) return new Promise(() => reach('a source never answers'))
      await pause(random() * faults.slownessMs)
      if (random() < faults.failures) {
        reach('a source fails')
        throw new DomainError('CATALOGUE_UNAVAILABLE', 'The source is away')
      }
      const found = newest
      await pause(random() * faults.slownessMs)
      if (random() < faults.nonsense) {
        reach('a source sends nonsense')
        return {
          ...makeVersion(found),
          version: `nonsense ${kernel.now()}`,
          index: new Uint8Array([60]),
        }
      }
      if (random() < faults.shortLists) {
        reach('a source sends a short list')
        const index = makeIndexRows(1 + Math.floor(random() * 5))
        return makeDocument({ version: `short ${kernel.now()}`, index })
      }
      if (version === `${found}`) return undefined
      return makeVersion(found)
    },
  }
  const shelf: DocumentShelf = {
    keep: async (document) => {
      const readAt = firstTime + kernel.now()
      await pause(random() * 1_000)
      if (random() < faults.fullDisk) throw new Error('The disk is full')
      kept = { document, readAt }
      reach('a version is saved')
    },
    restore: async () => {
      await pause(random() * 1_000)
      if (random() < faults.damagedCopy) {
        reach('the saved copy cannot be read')
        throw new Error('The copy is damaged')
      }
      return kept
    },
  }

  let life = startServer(kernel, random, source, shelf, 0)
  let seen = 0
  const look = () => {
    const { store, process } = life
    kernel.after(0, process, () => {
      const current = store.current()
      if (!(current instanceof Promise)) return judge(current)
      reach('a reader waits for the first version')
      if (seen > 0) violate('R2', 'a reader waits although there was a version')
      current.then(judge, () => reach('a reader hears that there is no version yet'))
    })
  }
  const judge = (snapshot: CatalogueSnapshot) => {
    const { catalogue, urls } = snapshot
    reach('a reader sees a version')
    const isShort = catalogue.version.startsWith('short')
    void judgeSearch(snapshot)
    if (isShort && seen > 0) violate('R6', 'most wallpapers are suddenly gone')
    if (isShort) return reach('a server without a list begins with a short one')
    const version = Number(catalogue.version)
    const ids = Array.from({ length: catalogue.size }, (_, row) => catalogue.at(row).id)
    const wanted = Array.from({ length: rowsOfVersion }, (_, row) => toId(version, row))
    if (ids.toSorted().join() !== wanted.toSorted().join())
      violate('R1', `version ${catalogue.version} has the wallpapers ${ids}`)
    if (urls.fullAt('') !== `${toFilesUrl(catalogue.version)}/main/`)
      violate('R1', `version ${catalogue.version} has the addresses of another version`)
    if (version < seen) violate('R3', `version ${version} is shown after version ${seen}`)
    if (version > newest) violate('R1', `version ${version} does not exist yet`)
    seen = Math.max(seen, version)
  }
  const judgeSearch = async ({ catalogue: { version }, search }: CatalogueSnapshot) => {
    const { readySearches } = life
    const isReady = readySearches.has(version)
    const canSearch = readySearches.size > 0
    try {
      const [hit] = (await search.search(anyQuery)).hits
      reach('a reader searches')
      if (hit?.id === version) return
      reach('a search uses the index of a version before')
      if (isReady) violate('R1', `a search in version ${version} finds version ${hit?.id}`)
    } catch {
      reach('a search index is not ready')
      if (canSearch) violate('R2', `a search in version ${version} is refused`)
    }
  }

  for (let at = 0; at < 40; at++) {
    kernel.advanceTo(kernel.now() + random() * (random() < 0.3 ? 500 : 4 * minuteMs))
    const choice = random()
    if (choice < 0.3) {
      newest++
      note(`version ${newest} is published`)
    } else if (choice < 0.38) {
      note('the server starts again')
      reach('the server starts again')
      life.process.isRunning = false
      seen = 0
      life = startServer(kernel, random, source, shelf, at + 1)
    } else look()
  }
  Object.assign(faults, {
    failures: 0,
    nonsense: 0,
    hanging: 0,
    fullDisk: 0,
    shortLists: 0,
    slownessMs: 100,
  })
  kernel.advanceTo(kernel.now() + 20 * minuteMs)
  look()
  kernel.advanceTo(kernel.now() + 10_000)
  if (seen !== newest) violate('R4', `version ${seen} is shown in the end, not ${newest}`)
  // A version that could not be saved is saved again only together with the next version.
  if (!wasDiskFull && kept?.document.version !== `${newest}`)
    violate('R5', `version ${kept?.document.version} is saved in the end, not ${newest}`)
  life.process.isRunning = false
  return { ...findings, events: kernel.events() }
}

const startServer = (
  kernel: Kernel,
  random: Random,
  source: CatalogueSource,
  shelf: DocumentShelf,
  start: number,
) => {
  const process: SimulatedProcess = {
    name: `server/${start}`,
    random,
    isRunning: true,
    wallClock: () => firstTime + kernel.now(),
  }
  const log = { info: () => {}, warn: () => {}, error: () => {}, fatal: () => {} }
  const timers: Timers = {
    schedule: (ms, task) => {
      const timer = kernel.after(ms, process, task)
      return () => kernel.cancel(timer)
    },
    limit: (work, ms, late) =>
      new Promise((resolve, reject) => {
        const timer = kernel.after(ms, process, () => reject(late))
        work.then(resolve, reject).finally(() => kernel.cancel(timer))
      }),
  }
  const readySearches = new Set<string>()
  // Building takes a while, and the search index is ready later than the catalogue.
  const build: BuildCatalogue = async (document) => {
    await new Promise<void>((resolve) => setTimeout(resolve, random() * 3_000))
    const { version } = document
    const created = createOnce(document)
    let isClosed = false
    const search: SearchIndex = {
      search: async () => {
        if (isClosed) throw new DomainError('BUSY', 'The search index is closed')
        return { total: 1, hits: [{ id: version, relevance: 1 }] }
      },
      isUsable: () => true,
      close: () => {
        isClosed = true
      },
    }
    readySearches.delete(version)
    const searchReady = new Promise<void>((resolve) => setTimeout(resolve, random() * 10_000))
    void searchReady.then(() => isClosed || readySearches.add(version))
    return { ...created, search, searchReady }
  }
  const store = createCatalogueStore({
    source,
    shelf,
    build,
    publicUrl: serverUrl,
    refreshMs: minuteMs,
    log,
    clock: process.wallClock,
    timers,
    random,
  })
  kernel.after(0, process, () => void store.start())
  return { process, store, readySearches }
}
