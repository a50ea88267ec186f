import { type Settings, toFiltersKey } from '../../../extension/features/settings/settings.ts'
import {
  type Current,
  type Deck,
  toKey,
  type Upcoming,
} from '../../../extension/features/wallpaper/deck.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { createClickChecker } from './deck-clicks.ts'
import type { Picture, Tab } from './deck-page.ts'
import type { PageProcess } from './device-types.ts'
import type { Commit } from './indexed-db.ts'
import type { Kernel, SimulatedProcess } from './kernel.ts'

interface CheckerDeps {
  kernel: Kernel
  wallClock: () => number
  readDeck: () => Deck
  readSettings: () => Settings
  pictureOf: (key: string) => Picture | undefined
  listPictures: () => string[]
  isBrokenDatabase: () => boolean
  /** True while the database is slow or broken, or while pages and backgrounds end. */
  isTroubled: () => boolean
  isSystemDark: () => boolean
  /** Whether the latest top-up failed and has planned another attempt. */
  isRetryPlanned: () => boolean
  hasAlarm: () => boolean
  hasBackground: () => boolean
  listFitting: (
    settings: Settings,
    tone: string | undefined,
    catalogue?: string,
  ) => WallpaperDetail[]
  /** The bytes of the largest picture. */
  largest: number
  violate: (rule: string, text: string) => void
  reach: (name: string) => void
}

const megabyte = 1024 * 1024
const maxUpcomingBytes = 48 * megabyte
// The numbers and the choices of this file are those of the rules. What they judge is not imported.
const upcomingTarget = 6
const historyLength = 50
const keptBack = 12
const darkBelow = 0.18
// After this long, a tab shows a built-in wallpaper if the database has not answered.
const storeDeadlineMs = 1_500
// After as many broken pictures, a tab shows a built-in wallpaper.
const maxBroken = 4
// A tab shows something by then, unless it had to try several pictures.
const shownMs = 3_000
// The background may have read the settings just before a wallpaper was blocked. A slow database may add the wallpaper
// much later.
const blockedMs = 1_000
// Without a fault, the background has read a changed setting by then, or has answered a tab.
const alignedMs = 25_000
const hourMs = 3_600_000
// One tab makes the background download at most this many, even if a setting has just emptied the deck.
const mostDownloads = 20
// A tab has stored its wallpaper by then, and shows its picture.
const settledMs = 5_000
// The deadline of a request to a catalogue.
const longestRequestMs = 10_000
const madeRoomMs = 60_000

// How many of the latest wallpapers a request excludes. It excludes fewer if the catalogue has no others.
const reaches = [1, 0.75, 0.5, 0.25, 0.1, 0.02, 0].map((share) => Math.ceil(historyLength * share))

const keyOf = (current: Current | null | undefined) =>
  current ? `${current.kind} ${toKey(current.wallpaper)}` : ''

/** Judges every transaction that changes the deck, every tab that opens, and the end. */
export const createDeckChecker = (deps: CheckerDeps) => {
  const { kernel, readDeck, readSettings, pictureOf, violate, reach } = deps
  /** What tabs have taken from the deck, or shown again because nothing was waiting. */
  const takes: Take[] = []
  /** What was taken for the present filters, and whose picture has been stored since. */
  const own = new Set<string>()
  const blockedAt = new Map<string, number>()
  const fittingOf = new Map<string, number>()
  /** When a catalogue named the wallpaper last. */
  const foundAt = new Map<string, number>()
  /** How many clicks on “pin” or “unpin” each tab has not stored yet. */
  const pinning = new WeakMap<SimulatedProcess, number>()
  const refused = new WeakSet<SimulatedProcess>()
  let mostWaiting = 0
  let changes = 0
  let downloads = 0
  // Until this time, pictures may be deleted because the disk was full.
  let makesRoomUntil = 0
  // True once the database could not be opened.
  let hadFailures = false
  // From this time on, the deck follows the settings. After a fault, it does so again only after another tab.
  let alignedAt = 0
  // The wallpaper that a person has gone back to or unpinned, if it is the current one.
  let recalled = ''
  // The blocked wallpaper that an older tab still showed when a person clicked its pin.
  let pinnedBlocked = ''
  let last = { takes: 0, downloads: Number.POSITIVE_INFINITY, isAtRest: false, current: '' }

  const countReach = (key: string) => {
    const fitting = fittingOf.get(key) ?? 0
    return reaches.find((wanted) => wanted + mostWaiting < fitting) ?? 0
  }
  const isBroken = (key: string) => pictureOf(key)?.isBroken === true
  const sum = (keys: Iterable<string>) =>
    [...new Set(keys)].reduce((all, key) => all + (pictureOf(key)?.size ?? 0), 0)
  const isBlocked = ({ wallpaper: { id } }: Current) =>
    readSettings().blocked.some(({ name }) => name === id)
  const fitsCategory = ({ category }: { category: string }) =>
    (readSettings().category?.split(',') ?? [category]).includes(category)
  const isAligned = () => kernel.now() >= alignedAt
  const onTrouble = () => {
    hadFailures ||= deps.isBrokenDatabase()
    if (!isAligned()) alignedAt = Number.POSITIVE_INFINITY
  }
  const onChoice = () => {
    alignedAt = deps.isTroubled() ? Number.POSITIVE_INFINITY : kernel.now() + alignedMs
  }
  const wantsDark = ({ darker }: Pick<Settings, 'darker'> = readSettings()) => {
    if (darker === 'system') return deps.isSystemDark()
    const [from, until] = darker.split('-').map(toMinutes)
    if (from === undefined || until === undefined) return darker !== ''
    const now = new Date(deps.wallClock())
    const minutes = now.getHours() * 60 + now.getMinutes()
    return from < until ? from <= minutes && minutes < until : from <= minutes || minutes < until
  }
  const isOver = ({ since }: Current, rotation: Settings['rotation']) => {
    const now = deps.wallClock()
    if (rotation === 'hour') return now - since >= hourMs
    return new Date(now).toDateString() !== new Date(since).toDateString()
  }

  const isGood = (key: string) => pictureOf(key)?.isBroken === false
  const listWaitingKeys = (deck: Deck, dark: boolean) =>
    listWaiting(deck, dark).map(({ wallpaper }) => toKey(wallpaper))
  const listEarlier = ({ history }: Deck, dark: boolean) =>
    history
      .slice(-keptBack)
      .filter((one) => !dark || isDark(one))
      .map(toKey)
      .filter((key) => isGood(key) && own.has(key))
  const followPictures = ({ history }: Deck) => {
    for (const key of history.slice(-keptBack).map(toKey)) if (!pictureOf(key)) own.delete(key)
  }

  const clicks = createClickChecker({
    readDeck,
    isGood,
    listNext: (deck) => listWaitingKeys(deck, wantsDark(deck)),
    isTroubled: (process) => deps.isTroubled() || refused.has(process),
    violate,
  })

  const checkTake = (process: SimulatedProcess, before: Deck, after: Deck) => {
    if (after.current?.kind !== 'catalogue') return
    // The current wallpaper may also have been waiting, and no longer fit.
    if (before.filters !== after.filters) return
    if (keyOf(before.current) !== keyOf(after.current)) recalled = keyOf(after.current)
    const key = toKey(after.current.wallpaper)
    const find = ({ upcoming }: Deck) => upcoming.find(({ wallpaper }) => toKey(wallpaper) === key)
    const taken = find(before)
    if (!taken && !listWaitingKeys(before, after.wasDark).some(isGood))
      takes.push({ key, process, againAt: kernel.now() })
    if (!taken || (find(after) && !taken.showFrom)) return
    // A picture of the day stays in the deck. A tab of its tone that takes it makes it the latest of the earlier wallpapers.
    const latestSeen = after.history.at(-1)
    const isNew = before.current?.since !== after.current.since
    const isOfTone = taken.forDark === after.wasDark
    if (taken.showFrom && !(isNew && isOfTone && latestSeen && toKey(latestSeen) === key)) return
    const latest = takes.slice(Math.max(0, takes.length - countReach(key)))
    // While a top-up asks for an earlier wallpaper and downloads it, a tab may show it again.
    const askedAt = (foundAt.get(key) ?? 0) - longestRequestMs
    const counts = ({ againAt }: Take) => againAt === undefined || againAt < askedAt
    if (!taken.showFrom && latest.some((one) => one.key === key && counts(one)))
      violate(
        'D2',
        `${process.name} takes ${key}, which is one of the last ${countReach(key)} wallpapers`,
      )
    recalled = ''
    takes.push({ key, process })
    own.add(key)
    reach('a tab takes a wallpaper')
    if (!isAligned()) return
    if (isBlocked(after.current)) violate('D9', `${process.name} takes ${key}, which is blocked`)
    if (!fitsCategory(taken.wallpaper))
      violate('D9', `${process.name} takes ${key}, which is not of the chosen category`)
  }
  const checkPinned = (process: SimulatedProcess, before: Deck, after: Deck) => {
    if (keyOf(before.pinned) === keyOf(after.pinned)) return
    changes++
    if (!before.pinned || pinning.get(process)) return
    const key = toKey(before.pinned.wallpaper)
    if (isBroken(key) || isBlocked(before.pinned)) return
    violate('D4', `${process.name} unpins ${key}, which nobody asked for`)
  }

  const checkEarlier = (process: SimulatedProcess, before: Deck, after: Deck) => {
    const known = new Set([...before.history, ...listCurrent(after)].map(toKey))
    for (const key of after.history.map(toKey))
      if (!known.has(key))
        violate('D11', `${process.name} makes ${key} an earlier wallpaper without showing it`)
  }

  // A page that blocks a wallpaper takes it out of the deck a little later.
  const checkBlocked = ({ process, begunAt }: Commit, before: Deck, after: Deck) => {
    const known = new Set(before.upcoming.map(({ wallpaper }) => toKey(wallpaper)))
    for (const { wallpaper } of after.upcoming) {
      const since = blockedAt.get(wallpaper.id)
      if (!known.has(toKey(wallpaper)) && since !== undefined && begunAt > since + blockedMs)
        violate('D8', `${process.name} adds ${toKey(wallpaper)}, which is blocked`)
    }
  }

  // A top-up that downloads more than it needs fills the disk. After a full disk or a broken database, a download of the
  // failed top-up may still end during the next one.
  const checkAdded = (process: SimulatedProcess, before: Deck, after: Deck) => {
    if (refused.has(process) || hadFailures) return
    const known = new Set(before.upcoming.map(({ wallpaper }) => toKey(wallpaper)))
    for (const { wallpaper, forDark, showFrom } of after.upcoming) {
      if (showFrom || known.has(toKey(wallpaper))) continue
      const waiting = after.upcoming.filter((one) => !one.showFrom && one.forDark === forDark)
      if (waiting.length > upcomingTarget)
        violate('D12', `${process.name} adds ${toKey(wallpaper)} as number ${waiting.length}`)
    }
  }

  const checkOpened = (tab: Tab, opened: Opened) => {
    const { process } = tab
    const shown = tab.shown()
    if (!shown) return violate('D1', `${process.name} is empty`)
    const address = tab.picture() ?? ''
    const wanted = shown.kind === 'bundled' ? 'wallpapers/' : 'picture:'
    if (!address.startsWith(wanted) || !address.includes(shown.wallpaper.id))
      violate('D1', `${process.name} names ${keyOf(shown)} and shows “${address}”`)
    reach(shown.kind === 'bundled' ? 'a tab shows a built-in wallpaper' : 'a tab shows the deck')
    const isUnclear =
      kernel.now() - opened.at >= storeDeadlineMs || opened.isTroubled || opened.broken >= maxBroken
    if (isUnclear || deps.isBrokenDatabase()) return
    const deck = readDeck()
    if (opened.isPinBroken) return
    const isSteady = opened.changes === changes && opened.deck.rotation === deck.rotation
    const { pinned } = opened.deck
    const mustStay = pinned && isSteady && !isBlocked(pinned)
    if (mustStay && keyOf(shown) !== keyOf(pinned))
      violate('D4', `${process.name} shows ${keyOf(shown)}, not what is pinned`)
    if (pinned || deck.pinned || !isSteady) return
    if (opened.isAligned && isAligned()) checkWanted(process, shown, opened)
    if (shown.kind === 'bundled') return checkBuiltIn(process, opened, deck)
    if (deck.rotation === 'tab') checkOwn(tab, shown)
  }
  const checkWanted = (process: SimulatedProcess, shown: Current, opened: Opened) => {
    const { rotation } = readSettings()
    if (isBlocked(shown) && keyOf(shown) !== pinnedBlocked)
      violate('D9', `${process.name} shows ${keyOf(shown)}, which is blocked`)
    if (rotation === 'ask' || keyOf(shown) === recalled) return
    const dark = wantsDark()
    if (dark !== opened.wantsDark) return
    if (dark && !isDark(shown.wallpaper))
      violate('D9', `${process.name} shows ${keyOf(shown)}, which is not dark`)
    const { current, upcoming } = opened.deck
    const waiting = upcoming.filter(
      ({ wallpaper, showFrom, forDark }) =>
        (rotation === 'today'
          ? showFrom !== null && showFrom <= opened.wallClock && forDark === dark
          : showFrom === null) &&
        (!dark || isDark(wallpaper)) &&
        pictureOf(toKey(wallpaper))?.isBroken === false,
    )
    if (shown.kind !== 'catalogue' || waiting.length === 0) return
    if (!fitsCategory(shown.wallpaper))
      violate('D9', `${process.name} shows ${keyOf(shown)}, which is not of the chosen category`)
    const isTimed = rotation === 'hour' || rotation === 'day'
    // If only the current one waits, a tab takes it again.
    const hasOther = waiting.some(({ wallpaper }) => toKey(wallpaper) !== toKey(shown.wallpaper))
    // Since this tab opened, another one may have taken a wallpaper, or this one may have taken a broken picture first.
    const taken = takes.slice(opened.takes)
    const isAlone = taken.length <= 1 && taken.every((one) => one.process === process)
    if (isTimed && opened.isOver && isAlone && hasOther) {
      reach('a tab opens after the hour or the day of a wallpaper')
      if (keyOf(shown) === keyOf(current))
        violate('D10', `${process.name} shows ${keyOf(shown)}, whose ${rotation} is over`)
    }
    const isNewDay = waiting.some(({ showFrom }) => (showFrom ?? 0) > (current?.since ?? 0))
    // The background may have exchanged the picture of the day since the tab opened.
    const days = [...waiting, ...readDeck().upcoming.filter(({ showFrom }) => showFrom !== null)]
    const isDay = days.some(({ wallpaper }) => toKey(wallpaper) === toKey(shown.wallpaper))
    if (rotation === 'today' && isNewDay && isAlone && !isDay)
      violate('D10', `${process.name} shows ${keyOf(shown)}, not the picture of the day`)
  }
  const checkBuiltIn = (process: SimulatedProcess, opened: Opened, after: Deck) => {
    const { deck: before } = opened
    const now = deps.wallClock()
    if (now < opened.wallClock || now > opened.wallClock + storeDeadlineMs) return
    if (after.wasDark !== before.wasDark) return
    const dark = wantsDark(after)
    const [next = ''] = listWaitingKeys(after, dark)
    const wasWaiting = before.upcoming.some(({ wallpaper }) => toKey(wallpaper) === next)
    if (wasWaiting && isGood(next))
      violate('D1', `${process.name} shows a built-in wallpaper although ${next} is waiting`)
    const earlier = listEarlier(after, dark).find((key) => opened.earlier.includes(key))
    if (earlier && after.rotation === 'tab')
      violate('D1', `${process.name} shows a built-in wallpaper although ${earlier} is stored`)
  }
  const checkOwn = ({ process }: Tab, shown: Current) => {
    const key = toKey(shown.wallpaper)
    kernel.after(settledMs, process, () => {
      if (refused.has(process)) return
      if (!takes.some((one) => one.process === process && one.key === key))
        violate('D3', `${process.name} shows ${key}, which it has not taken`)
    })
  }

  const hasRoom = (deck: Deck, bytes: number) => {
    const room = readSettings().budget * megabyte - sum(listCurrent(deck).map(toKey))
    return countBytes(deck) + bytes <= Math.min(maxUpcomingBytes, room)
  }
  const checkFull = () => {
    const deck = readDeck()
    const settings = readSettings()
    const isSaving = settings.saveData === 'always'
    const dark = isDarker(settings, deck)
    const waiting = deck.upcoming.filter((one) => !one.showFrom && one.forDark === dark)
    const others = deck.upcoming.filter((one) => !waiting.includes(one))
    const taken = new Set(others.map(({ wallpaper }) => toKey(wallpaper)))
    const fitting = settings.sources.flatMap((name) =>
      deps
        .listFitting(settings, dark ? 'dark' : undefined, name)
        .filter(({ id }) => !taken.has(toKey({ id, catalogue: name }))),
    )
    // The last of several catalogues that are asked may have less than its share.
    const share = Math.ceil((isSaving ? 1 : upcomingTarget) / settings.sources.length)
    const wanted = Math.min(share, fitting.length)
    const isServed = deck.rotation === 'today' || hasOne(deck.upcoming, dark)
    if (waiting.length < wanted && (hasRoom(deck, deps.largest) || !isServed))
      violate(
        'D6',
        `${waiting.length} of ${wanted} ${dark ? 'dark ' : ''}wallpapers wait in the end`,
      )
  }
  // Between two tabs that took nothing from a deck without room, nothing was downloaded only to be deleted.
  const checkDownloads = () => {
    const deck = readDeck()
    const settings = readSettings()
    const isAligned =
      deck.filters === toFiltersKey(settings) &&
      deck.darker === settings.darker &&
      deck.rotation === settings.rotation &&
      !deck.upcoming.some(({ wallpaper: { id } }) =>
        settings.blocked.some(({ name }) => name === id),
      )
    const average = countBytes(deck) / Math.max(1, deck.upcoming.length)
    // Without room, one picture is downloaded if none waits for the tabs of a tone.
    const hasNext = hasOne(deck.upcoming, isDarker(settings, deck))
    const isAtRest = isAligned && deck.rotation !== 'today' && hasNext && !hasRoom(deck, average)
    const current = keyOf(deck.current)
    if (
      isAtRest &&
      last.isAtRest &&
      last.takes === takes.length &&
      last.current === current &&
      downloads > last.downloads
    )
      violate('D7', `${downloads - last.downloads} pictures were downloaded without room for them`)
    const downloaded = downloads - last.downloads
    if (downloaded > mostDownloads)
      violate('D14', `${downloaded} pictures were downloaded although nobody did anything`)
    last = { takes: takes.length, downloads, isAtRest, current }
  }
  const checkPictures = () => {
    const deck = readDeck()
    const inUse = new Set(listInUse(deck).map(toKey))
    const stored = deps.listPictures()
    for (const key of stored)
      if (!inUse.has(key)) violate('D5', `the picture of ${key} is stored and not used`)
    const needed = [...listCurrent(deck), ...deck.upcoming.map(({ wallpaper }) => wallpaper)]
    for (const wallpaper of needed)
      if (!pictureOf(toKey(wallpaper)))
        violate('D5', `the picture of ${toKey(wallpaper)} is not stored`)
    const { budget } = readSettings()
    const next = [false, true].flatMap((dark) => listWaiting(deck, dark)[0]?.wallpaper ?? [])
    const days = deck.upcoming.flatMap(({ showFrom, wallpaper }) => (showFrom ? [wallpaper] : []))
    const unsparable = sum([...listCurrent(deck), ...next, ...days].map(toKey))
    if (sum(stored) > Math.max(budget * megabyte, unsparable))
      violate('D5', `${Math.round(sum(stored) / megabyte)} MB are stored, not ${budget}`)
  }

  return {
    onCommit: (commit: Commit, before: Deck, after: Deck) => {
      const { process } = commit
      if (before.filters !== after.filters) own.clear()
      followPictures(after)
      mostWaiting = Math.max(mostWaiting, after.upcoming.length)
      const keys = after.upcoming.flatMap(({ wallpaper, showFrom }) =>
        showFrom ? [] : [toKey(wallpaper)],
      )
      if (new Set(keys).size < keys.length) violate('D2', `the deck has a wallpaper twice: ${keys}`)
      checkPinned(process, before, after)
      checkEarlier(process, before, after)
      checkTake(process, before, after)
      checkBlocked(commit, before, after)
      checkAdded(process, before, after)
      clicks.onChange(process, before, after)
      if (before.rotation !== after.rotation || before.filters !== after.filters) changes++
    },
    onFound: (
      catalogue: string,
      found: readonly WallpaperDetail[],
      fitting: readonly WallpaperDetail[],
    ) => {
      for (const { id } of found) {
        fittingOf.set(toKey({ id, catalogue }), fitting.length)
        foundAt.set(toKey({ id, catalogue }), kernel.now())
      }
    },
    onRefused: (process: SimulatedProcess) => {
      makesRoomUntil = kernel.now() + madeRoomMs
      refused.add(process)
      // A tab that has just opened may have been compared with a deck that the disk then refused.
      changes++
      onTrouble()
    },
    /** Judges a transaction that deletes pictures and leaves the deck as it is. */
    onDeleted: (deleted: ReadonlyMap<string, { size: number }>) => {
      followPictures(readDeck())
      const waiting = readDeck().upcoming.map(({ wallpaper }) => toKey(wallpaper))
      const gone = waiting.find((key) => deleted.has(key))
      const bytes = [...deleted.values()].reduce((all, { size }) => all + size, 0)
      const hadRoom = sum(deps.listPictures()) + bytes <= readSettings().budget * megabyte
      if (gone && hadRoom && kernel.now() > makesRoomUntil)
        violate('D5', `the picture of ${gone} is deleted although there is room for it`)
    },
    onTrouble,
    onChoice,
    onLoss: () => {
      takes.pop()
      changes++
    },
    onBlocked: (id: string) => blockedAt.set(id, kernel.now()),
    onPrevious: clicks.onPrevious,
    onNext: clicks.onNext,
    onBlock: clicks.onOther,
    /** Judges no change of the pin by this tab until the click is stored. */
    onPin: async (tab: Tab) => {
      const { process } = tab
      const shown = tab.shown()
      if (shown && isBlocked(shown)) pinnedBlocked = keyOf(shown)
      const count = (more: number) => pinning.set(process, (pinning.get(process) ?? 0) + more)
      count(1)
      await clicks.onOther(tab, tab.pin)
      count(-1)
    },
    /** Returns a function that judges the tab when it shows something. */
    onOpen: (process: PageProcess) => {
      const deck = readDeck()
      const { pinned } = deck
      const opened: Opened = {
        at: kernel.now(),
        wallClock: deps.wallClock(),
        deck,
        changes,
        takes: takes.length,
        earlier: listEarlier(deck, wantsDark()),
        broken: listInUse(deck).filter((one) => isBroken(toKey(one))).length,
        isTroubled: deps.isBrokenDatabase(),
        isAligned: isAligned(),
        wantsDark: wantsDark(),
        isOver:
          deck.current !== null && deck.rotation !== 'once' && isOver(deck.current, deck.rotation),
        isPinBroken: pinned !== null && isBroken(toKey(pinned.wallpaper)),
      }
      let isShown = false
      // The background also reads the settings when a tab asks it for wallpapers.
      if (alignedAt === Number.POSITIVE_INFINITY && !deps.isTroubled())
        alignedAt = kernel.now() + alignedMs
      kernel.after(shownMs, process, () => {
        if (!isShown && !deps.listPictures().some(isBroken))
          violate('D1', `${process.name} shows nothing for ${shownMs / 1000} s`)
      })
      return (tab: Tab) => {
        isShown = true
        checkOpened(tab, opened)
      }
    },
    onDownloaded: () => {
      downloads++
    },
    checkDownloads,
    /** Judges a deck that had time to fill up. */
    checkRest: () => {
      checkFull()
      checkPictures()
      if (deps.isRetryPlanned() !== deps.hasAlarm() && !deps.hasBackground())
        violate('D13', `an alarm is ${deps.hasAlarm() ? 'set for nothing' : 'missing'}`)
      checkDownloads()
    },
  }
}

interface Take {
  key: string
  process: SimulatedProcess
  /** Set if nothing was waiting, so that the tab showed an earlier wallpaper again. */
  againAt?: number
}

interface Opened {
  at: number
  wallClock: number
  deck: Deck
  changes: number
  /** How many wallpapers tabs had taken. */
  takes: number
  /** The earlier wallpapers that the tab may show. */
  earlier: string[]
  /** How many of its pictures cannot be decoded. */
  broken: number
  isTroubled: boolean
  isAligned: boolean
  wantsDark: boolean
  /** Whether the current wallpaper has been shown for its hour or its day. */
  isOver: boolean
  isPinBroken: boolean
}

const toMinutes = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return minutes === undefined ? undefined : (hours ?? 0) * 60 + minutes
}

const isDark = ({ luminance }: { luminance: number | null }) => (luminance ?? 1) < darkBelow

const listCurrent = ({ current, pinned }: Deck) =>
  [current, pinned].flatMap((one) => (one?.kind === 'catalogue' ? [one.wallpaper] : []))

const listInUse = (deck: Deck) => [
  ...listCurrent(deck),
  ...deck.history.slice(-keptBack),
  ...deck.upcoming.map(({ wallpaper }) => wallpaper),
]

const countBytes = ({ upcoming }: Deck) => upcoming.reduce((all, { bytes }) => all + bytes, 0)

/** The wallpapers that tabs take, in this order. By day, those that are meant for the dark come last. */
const listWaiting = ({ upcoming }: Deck, dark: boolean) => {
  const waiting = upcoming.filter(({ showFrom }) => !showFrom)
  return dark
    ? waiting.filter(({ wallpaper }) => isDark(wallpaper))
    : waiting.toSorted((one, other) => Number(one.forDark) - Number(other.forDark))
}

const isDarker = ({ darker }: Settings, { wasDark }: Deck) =>
  darker === 'always' || (darker !== '' && wasDark)

/** After dusk, tabs also take dark wallpapers that were not requested for them. */
const hasOne = (upcoming: readonly Upcoming[], isForDark: boolean) =>
  upcoming.some(
    (one) => !one.showFrom && (one.forDark === isForDark || (isForDark && isDark(one.wallpaper))),
  )
