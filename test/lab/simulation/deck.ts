import { startStoredFavorites } from '../../../extension/features/favorites/start-stored-favorites.ts'
import { addBlocked, isBlocked } from '../../../extension/features/settings/blocking.ts'
import {
  parseSettings,
  type Settings,
  settingsItem,
} from '../../../extension/features/settings/settings.ts'
import type { Source } from '../../../extension/features/sources/source.ts'
import { createDays } from '../../../extension/features/supply/days.ts'
import type { FetchStatus } from '../../../extension/features/supply/fetch-status.ts'
import { followPages } from '../../../extension/features/supply/follow-pages.ts'
import { createTopUp, screenItem } from '../../../extension/features/supply/top-up.ts'
import { type Deck, isDark } from '../../../extension/features/wallpaper/deck.ts'
import { dropWhere } from '../../../extension/features/wallpaper/deck-moves.ts'
import { createDeckStore } from '../../../extension/features/wallpaper/deck-store.ts'
import { parseDeck } from '../../../extension/features/wallpaper/parse-deck.ts'
import { onOnline } from '../../../extension/platform/browser/page.ts'
import { createAlarm, onStart } from '../../../extension/platform/browser/wake.ts'
import { FetchError } from '../../../extension/remote/problem.ts'
import { coalesce } from '../../../shared/async.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import {
  darkBundled,
  bundle as lightBundle,
  makeDetail,
} from '../../extension/fakes/make-wallpaper.ts'
import { createDeckChecker } from './deck-checker.ts'
import { makePicture, openTab, type Picture, type Tab, useStage } from './deck-page.ts'
import { calmNetwork, type DeckNetwork, type DeckScenario, type DeckStep } from './deck-script.ts'
import { createDevice, firstTime, toStored } from './device.ts'
import type { PageProcess } from './device-types.ts'
import { type Outcome, startRun } from './findings.ts'
import { serverUrl } from './globals.ts'
import { createDatabase } from './indexed-db.ts'
import { createStream, pick } from './random.ts'
import { createSyncedStorage } from './synced-storage.ts'
import { tellDeckStep } from './tell.ts'

const bundle = [...lightBundle, darkBundled]
const catalogueNames = [serverUrl, 'https://files.test/index.json']
const findDeadlineMs = 10_000
const minuteMs = 60_000
const settledMs = 5_000
const calmDatabase = { latencyMs: 3, failures: 0 }
const noEndings = { page: 0, background: 0 }
// A person closes older tabs.
const mostTabs = 3
// The longest planned wait between two attempts is half an hour and a quarter more.
const quietMs = 40 * minuteMs

const makeWallpapers = (seed: number, { catalogues, darkShare }: DeckScenario) => {
  const random = createStream(`${seed}/wallpapers`)
  return new Map(
    catalogues.map((size, place) => [
      catalogueNames[place] ?? '',
      Array.from({ length: size }, (_, row) =>
        makeDetail({
          id: `${place}-${row}`,
          category: pick(random, ['nature', 'city']),
          luminance: random() < darkShare ? 0.1 : 0.5,
        }),
      ),
    ]),
  )
}

/** Runs a scenario of new tabs, the deck and the top-up to its end. */
export const runDeck = (scenario: DeckScenario, seed: number): Outcome => {
  const { kernel, findings, note, reach, violate } = startRun()
  const random = createStream(`${seed}/chance`)

  let network: DeckNetwork = calmNetwork
  let database = calmDatabase
  let endings = noEndings
  let isSystemDark = false
  let capacity = Number.MAX_SAFE_INTEGER
  let tabs: Tab[] = []
  const wallpapers = makeWallpapers(seed, scenario)

  const endsNow = (process: PageProcess, what: string) => {
    const share = process.kind === 'background' ? endings.background : endings.page
    if (share === 0 || random() >= share) return false
    reach(`a ${process.kind} ends ${what}`)
    return true
  }
  const device = createDevice({
    name: 'laptop',
    browser: scenario.browser,
    latencyMs: 3,
    seed,
    kernel,
    watch: {
      onSend: () => {},
      endsBefore: ({ process }) => endsNow(process, 'before a write'),
      endsAfter: ({ process }) => endsNow(process, 'after a write'),
    },
    syncedStorage: createSyncedStorage(kernel, seed),
    startBackground: () => startBackground(),
    fetch: () => () => Promise.reject(new Error('Nothing is fetched')),
  })
  const disk = createDatabase({
    kernel,
    random,
    latencyMs: () => database.latencyMs,
    isBroken: () => random() < database.failures,
    capacity: () => capacity,
    sizeOf,
    onEnd: (process, end) => (process as PageProcess).onEnd.add(end),
    endsBefore: (process) => {
      if (!endsNow(process as PageProcess, 'before it commits')) return false
      device.end(process as PageProcess)
      return true
    },
    onCommit: (commit) => {
      const { process, before } = commit
      const replaced = before.get('deck/deck')
      if (before.has('deck/deck')) checker.onCommit(commit, parseDeck(replaced), readDeck())
      else checker.onDeleted(listDeleted(before))
      if (endsNow(process as PageProcess, 'after it commits')) device.end(process as PageProcess)
    },
    onRefused: (process) => {
      reach('the disk is full')
      checker.onRefused(process)
    },
  })
  const listDeleted = (before: ReadonlyMap<string, unknown>) =>
    new Map(
      [...before].flatMap(([id, value]): [string, Picture][] => {
        const key = id.replace(/^images\//, '')
        return key === id || pictureOf(key) ? [] : [[key, value as Picture]]
      }),
    )
  const readDeck = (): Deck => parseDeck(disk.read('deck', 'deck'))
  const readSettings = (): Settings => parseSettings(device.stored.get('settings'))
  useStage({
    openDatabase: disk.open,
    isSystemDark: () => isSystemDark,
    soon: (process, work) => kernel.after(1 + random() * 20, process, work),
  })
  const pictureOf = (key: string) => disk.read('images', key) as Picture | undefined
  const listFitting = (settings: Settings, tone: string | undefined, name?: string) =>
    [...wallpapers]
      .filter(([of]) => settings.sources.includes(of) && (!name || of === name))
      .flatMap(([, all]) => all)
      .filter(
        (one) =>
          (!settings.category || settings.category.split(',').includes(one.category)) &&
          (!tone || isDark(one)) &&
          !isBlocked(one, settings.blocked),
      )
  const checker = createDeckChecker({
    kernel,
    wallClock: () => Math.round(firstTime + kernel.now() + device.skewMs),
    readDeck,
    readSettings,
    pictureOf,
    listPictures: () => disk.keys('images'),
    isBrokenDatabase: () => database.failures > 0,
    isTroubled: () => database !== calmDatabase || endings !== noEndings || !device.isOpen,
    isSystemDark: () => isSystemDark,
    isRetryPlanned: () => {
      const { retryAt = 0 } = (device.stored.get('fetch-status') ?? {}) as Partial<FetchStatus>
      return retryAt > 0
    },
    hasAlarm: () => device.hasAlarm('top-up'),
    hasBackground: () => device.background() !== undefined,
    listFitting,
    largest: scenario.largest,
    violate,
    reach,
  })

  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const contact = async (failures: number, limitMs: number) => {
    const wait = random() * network.slownessMs
    await pause(Math.min(wait, limitMs))
    if (!device.isOnline || wait > limitMs || random() < failures) {
      reach('a catalogue cannot be reached')
      throw new FetchError({ kind: 'unreachable' })
    }
    if (random() >= network.refusals) return
    reach('a catalogue asks for a wait')
    throw new FetchError({ kind: 'refused', status: 503 }, { retryAfterMs: random() * 120_000 })
  }
  const catalogue: Source = {
    find: async (filters, exclude) => {
      const settings = { ...readSettings(), category: filters.category ?? null }
      const all = wallpapers.get(filters.catalogue) ?? []
      const found = all
        .filter(({ id }) => !exclude.includes(id))
        .filter(
          ({ category }) => !filters.category || filters.category.split(',').includes(category),
        )
        .filter((one) => !filters.tone || isDark(one))
        .map((one) => ({ one, place: random() }))
        .sort((a, b) => a.place - b.place)
        .slice(0, 10)
        .map(({ one }) => one)
      await contact(network.failures, findDeadlineMs)
      checker.onFound(
        filters.catalogue,
        found,
        listFitting(settings, filters.tone, filters.catalogue),
      )
      return found
    },
    load: async ({ id, catalogue: name }) => {
      await contact(network.pictureFailures, 120_000)
      const wallpaper = wallpapers.get(name)?.find((one) => one.id === id)
      const size = Math.ceil((0.1 + 0.9 * random()) * scenario.largest)
      const isBroken = random() < network.broken
      if (isBroken) reach('a picture is broken')
      const luminance = wallpaper?.luminance ?? null
      checker.onDownloaded()
      return { blob: makePicture(id, size, isBroken), color: '#102030', light: null, luminance }
    },
    describe: () => Promise.reject(new FetchError({ kind: 'unreachable' })),
  }

  // As entrypoints/background does for the deck.
  const startBackground = () => {
    const alarm = createAlarm('top-up', () => topUp({ asked: false }))
    const stored = startStoredFavorites(catalogue)
    const deps = {
      deckStore: createDeckStore(),
      catalogue,
      days: createDays(findDay),
      images: stored,
      readSettings: settingsItem.read,
      listFavorites: async () => [],
      readScreen: screenItem.read,
      wakeAt: alarm.set,
      stored: {
        ...stored,
        makeRoom: (error: unknown) => {
          reach('room is made')
          return stored.makeRoom(error)
        },
      },
    }
    const fill = createTopUp(deps)
    const topUp = coalesce(async (options) => {
      await fill(options)
      stored.storeFavorites()
    })
    onStart(() => void topUp({ asked: false }))
    onOnline(() => void topUp({ asked: true }))
    followPages(deps, topUp)
  }
  const findDay = async (filters: Parameters<Source['find']>[0], date?: string) => {
    await contact(network.failures, findDeadlineMs)
    const dayMs = 24 * 60 * minuteMs
    const day = date ? Date.parse(date) / dayMs : Math.floor(Date.now() / dayMs)
    const fitting = listFitting({ ...readSettings(), blocked: [] }, filters.tone, filters.catalogue)
    const wallpaper: WallpaperDetail | undefined = fitting[day % fitting.length]
    if (!wallpaper) return
    return {
      date: new Date(day * dayMs).toISOString().slice(0, 10),
      endsAt: date ? null : (day + 1) * dayMs,
      wallpaper,
    }
  }

  const open = () => {
    if (!device.isOpen) return
    for (const { process } of tabs.slice(0, -mostTabs)) device.end(process)
    device.start('tab', (process) => {
      const watched = checker.onOpen(process)
      void openTab(process, bundle).then((tab) => {
        tabs.push(tab)
        note(`${process.name} shows ${tellShown(tab)}`)
        watched(tab)
      })
    })
  }
  const inPage = (work: () => void) => {
    if (!device.isOpen) return
    const page = device.start('options', () => work())
    kernel.after(settledMs, undefined, () => device.end(page))
  }
  const inTab = (place: number, work: (tab: Tab) => void) => {
    tabs = tabs.filter(({ process }) => process.isRunning)
    const tab = tabs.toReversed()[place % Math.max(1, tabs.length)]
    if (tab) kernel.after(0, tab.process, () => work(tab))
  }
  const choose = (change: (before: Settings) => Settings) =>
    inPage(() => void settingsItem.update(change).catch(() => undefined))

  const take = (step: DeckStep) => {
    reach(`step of the deck: ${step.kind}`)
    note(tellDeckStep(step))
    switch (step.kind) {
      case 'open':
        return open()
      case 'close':
        return inTab(step.tab, ({ process }) => device.end(process))
      case 'next':
        return inTab(step.tab, (tab) => void checker.onNext(tab))
      case 'previous':
        return inTab(step.tab, (tab) => void checker.onPrevious(tab))
      case 'pin':
        return inTab(step.tab, (tab) => void checker.onPin(tab))
      case 'block':
        return inTab(step.tab, (tab) => void checker.onBlock(tab, () => block(tab)))
      case 'block-elsewhere': {
        const { current, upcoming } = readDeck()
        const waiting = upcoming[step.place - 1]?.wallpaper
        const shown = current?.kind === 'catalogue' ? current.wallpaper : undefined
        const wallpaper = step.place === 0 ? shown : waiting
        return wallpaper && inPage(() => void blockById(wallpaper).catch(() => undefined))
      }
      case 'choose':
        checker.onChoice()
        return choose((before) => ({ ...before, ...step.settings }))
      case 'network':
        network = step.network
        return
      case 'online':
        return device.setOnline(step.isOn)
      case 'system-dark':
        isSystemDark = step.isOn
        return
      case 'disk':
        capacity = Math.max(0, countStored() + step.room)
        return
      case 'database':
        database =
          step.failures > 0 || step.latencyMs > calmDatabase.latencyMs ? step : calmDatabase
        checker.onTrouble()
        return
      case 'clock':
        return device.setClock(step.skewMs)
      case 'endings':
        endings = step.page + step.background > 0 ? step : noEndings
        checker.onTrouble()
        return
      case 'end-background': {
        checker.onTrouble()
        const background = device.background()
        if (background) device.end(background)
        return
      }
      case 'close-browser':
        checker.onTrouble()
        device.close()
        if (step.isPowerCut && disk.losePower()) {
          reach('a power cut loses a claim')
          checker.onLoss()
        }
        return
      case 'open-browser':
        return device.open()
    }
  }
  // As features/control/control.tsx does, which plain Node cannot load.
  const block = async (tab: Tab) => {
    const shown = tab.shown()
    if (shown?.kind !== 'catalogue') return tab.next()
    const blocked = await blockById(shown.wallpaper)
    await createDeckStore()
      .update((deck) => dropWhere(deck, (one) => isBlocked(one, blocked)))
      .catch(() => undefined)
    return tab.next()
  }
  const blockById = async ({ id: name, title }: { id: string; title: string }) => {
    checker.onChoice()
    const { blocked } = await settingsItem.update((before) => ({
      ...before,
      blocked: addBlocked(before.blocked, { kind: 'wallpaper', name, title }),
    }))
    checker.onBlocked(name)
    return blocked
  }
  const countStored = () =>
    disk.keys('images').reduce((sum, key) => sum + (pictureOf(key)?.size ?? 0), 0)

  device.stored.set('settings', toStored({ sources: catalogueNames.slice(0, wallpapers.size) }))
  device.install()
  for (const step of scenario.steps) {
    kernel.advanceTo(step.at)
    take(step)
  }
  kernel.advanceTo(kernel.now() + 1_000)
  note('all faults end')
  network = calmNetwork
  database = calmDatabase
  endings = noEndings
  capacity = Number.MAX_SAFE_INTEGER
  device.setOnline(true)
  device.open()
  kernel.advanceTo(kernel.now() + quietMs)
  checker.checkDownloads()
  for (let opened = 0; opened < 2; opened++) {
    open()
    kernel.advanceTo(kernel.now() + quietMs)
    checker.checkRest()
  }
  return { ...findings, events: kernel.events() }
}

const sizeOf = (value: unknown) => (value instanceof Blob ? value.size : 2_000)

const tellShown = (tab: Tab) => {
  const shown = tab.shown()
  return shown ? `${shown.kind} ${shown.wallpaper.id}` : 'nothing'
}
