import { createQueue, createSingleFlight } from '../../../shared/async.ts'
import {
  type AskedSize,
  type CommonsAnswer,
  type CommonsRow,
  commonsSubjects,
  dayFeedAddress,
  findDayTitle,
  isCommonsId,
  readCommons,
  toCommonsWidth,
  toListAddress,
  toPictureAddress,
  toTitleAddress,
} from '../../../shared/catalogue/commons.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { toDate } from '../../../shared/days.ts'
import { readFilters, type WallpaperFilters } from '../../../shared/filters.ts'
import { toTextList } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { usualScreen } from '../../platform/browser/screen.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { type Fetch, failUnreachable, get } from '../../remote/http.ts'
import { problemOf } from '../../remote/problem.ts'
import type { FilterChoices } from '../settings/setting-values.ts'
import { settingsItem } from '../settings/settings.ts'
import { isDark, toKey } from '../wallpaper/deck.ts'
import { createDeckStore } from '../wallpaper/deck-store.ts'
import type { ImageClient } from './image-client.ts'
import { type Sizing, type Source, type SourceDeps, shuffle } from './source.ts'
import { type WebCatalogueStore, webCatalogueStore } from './web/catalogue-store.ts'
import { createPoliteFetch, toRefusal } from './web/polite-fetch.ts'
import { skipUnusable } from './web/skipped-pictures.ts'
import { createLists, type OpenedList } from './web/stored-lists.ts'
import { describeRow, noSizing, readWebRows } from './web/web-rows.ts'

const count = 10
const deadlineMs = 10_000
// Four requests find up to 200 pictures of a subject. The first tab waits for one of them only.
const requestsPerPart = 4
const turnGapMs = 60_000
const savingWidth = 1280

const readLatest = (most: number) => (stored: unknown) => toTextList(stored).slice(-most)

/** The pictures that tabs have shown, so that none comes again before all others have come. */
const seenItem = createStoredItem({ key: 'commons-seen', parse: readLatest(20_000) })
/** Pictures that turned out too light, after the download, when only dark ones were wanted. */
const lightItem = createStoredItem({ key: 'commons-light', parse: readLatest(2_000) })

interface Place {
  name: string
  subject: string
  asked: AskedSize
  /** Where the part to fetch starts. If absent, the stored part is fetched again. */
  start?: number
}

interface OpenList extends OpenedList {
  place: Place
}

export const openCommonsCatalogue = (
  name: string,
  { fetch, connectImages, readSizing }: SourceDeps,
): Source => {
  // A download may have waited for another one while the person chose other sources.
  const chosenFetch: Fetch = async (input, init) => {
    const { sources } = await settingsItem.read()
    if (!sources.includes(name)) throw new TypeError(`${name} is not chosen`)
    return fetch(input, init)
  }
  const politeFetch = createPoliteFetch({ fetch: chosenFetch })
  const images = connectImages(politeFetch)
  const { readImage } = createDeckStore()
  return skipUnusable({
    ...createCommons({ name, fetch: politeFetch, images, readSizing }),
    listChoices: async () => commonsChoices,
    // Wikimedia is asked for nothing after another choice, and for two pictures at a time at most.
    readPreview: (id) => readImage(toKey({ id, catalogue: name })),
  })
}

interface CommonsDeps {
  name: string
  /** A `fetch` made by `createPoliteFetch`. */
  fetch: Fetch
  readSizing(): Promise<Sizing>
  store?: WebCatalogueStore
  now?: () => number
  random?: Random
  images: ImageClient
  /** The program and who publishes it (https://meta.wikimedia.org/wiki/User-Agent_policy). */
  userAgent?: string | undefined
  seen?: StoredItem<string[]>
  light?: StoredItem<string[]>
}

/**
 * The featured pictures of Wikimedia Commons. The categories of the filters are its subjects. Each subject has a stored list,
 * of which all pictures are shown before the first comes again. The addresses of pictures are those that the API gives, so
 * nothing may be appended to them.
 */
export const createCommons = ({
  name,
  fetch,
  images,
  readSizing,
  userAgent = import.meta.env.WXT_USER_AGENT,
  store = webCatalogueStore,
  seen = seenItem,
  light = lightItem,
  now = Date.now,
  random = Math.random,
}: CommonsDeps): Required<Pick<Source, 'find' | 'describe' | 'findDay' | 'load' | 'idle'>> => {
  // Scripts cannot set `User-Agent`. This header costs a preflight, which the hosts of the pictures refuse, so only the API
  // gets it.
  const headers: Record<string, string> = userAgent ? { 'Api-User-Agent': userAgent } : {}
  const ask = async (address: string): Promise<Response> => {
    const response = await get(address, { fetch, deadlineMs, headers })
    if (response.ok) return response
    throw toRefusal(response, now())
  }
  const askApi = async (address: string, list?: AskedList) => {
    const response = await ask(address)
    const answer = readCommons(await response.json().catch(failUnreachable), list)
    // The API also refuses with the status 200, for example while its databases lag.
    if (answer.refusal !== undefined) throw toRefusal(response, now(), 503)
    return answer
  }

  // Asks again until no more pictures are resized. Some never are, because their files are broken.
  const askUnsized = async (
    ids: readonly string[],
    list: AskedSize & { subject: string },
  ): Promise<CommonsRow[]> => {
    if (ids.length === 0) return []
    const answer = await askApi(toPictureAddress(ids, list.width), list).catch((error: unknown) => {
      problemOf(error)
    })
    if (!answer) return []
    const { rows, unsized, next } = answer
    // An answer that is too long ends with a part of the pictures.
    const left = next ? ids.filter((id) => !rows.some((row) => row.file_name === id)) : unsized
    return left.length === ids.length ? rows : [...rows, ...(await askUnsized(left, list))]
  }

  const fetchPart = async ({ subject, asked }: Place, start: number, fewest: number) => {
    const rows: CommonsRow[] = []
    let next: CommonsAnswer['next'] = start > 0 ? { gsroffset: start } : {}
    for (let sent = 1; next; sent++) {
      const address = toListAddress(subject, asked, next)
      if (!address) return { rows, next: 0 }
      const answer = await askApi(address, { ...asked, subject }).catch((error: unknown) => {
        if (rows.length === 0) throw error
        problemOf(error)
      })
      if (!answer) break
      rows.push(...answer.rows, ...(await askUnsized(answer.unsized, { ...asked, subject })))
      next = answer.next
      const isEnough = sent >= (rows.length < count ? requestsPerPart : fewest)
      if (answer.isWhole && isEnough) break
    }
    // After a failure, the next part may start with the pictures whose facts are missing. A part without pictures is
    // the last one.
    const isLast = !next || rows.length === 0
    return { rows, next: isLast ? 0 : Math.max(start + 1, Number(next?.gsroffset ?? 0)) }
  }

  const lists = createLists<Place>({
    store,
    now,
    random,
    fetchNews: async (place, before) => {
      const start = place.start ?? before?.state.start ?? 0
      const isFirst = place.start === undefined && !before
      const { rows, next } = await fetchPart(place, start, isFirst ? 1 : requestsPerPart)
      const text = new Blob([JSON.stringify(rows)])
      return { rows: await readWebRows(text), text, state: { layout: 'search', start, next } }
    },
  })

  const readAskedSize = async (type: AskedSize['type']): Promise<AskedSize> => {
    const { screen = usualScreen, saves } = await readSizing()
    const width = toCommonsWidth(screen, type)
    return { type, width: saves ? Math.min(savingWidth, width) : width }
  }

  // One list is enough for a tab that waits. Each call fetches one of the lists that are missing.
  const openLists = async ({ category, type }: WallpaperFilters): Promise<OpenList[]> => {
    const asked = await readAskedSize(type)
    const opened: OpenList[] = []
    const missing: Place[] = []
    // A category with a minus is one that a person leaves out.
    const wanted = category?.filter((subject) => !subject.startsWith('-')) ?? []
    for (const subject of shuffle(wanted.length > 0 ? wanted : [''], random)) {
      const list = `${name} ${asked.type ?? 'any'} ${asked.width} ${subject}`
      const place = { name: list, subject, asked }
      const stored = await lists.peek(place)
      if (stored) opened.push({ place, ...stored })
      else missing.push(place)
    }
    for (const place of missing) {
      const loading = lists.load(place)
      if (opened.some(({ rows }) => rows.size > 0)) {
        loading.catch(problemOf)
        break
      }
      opened.push({ place, ...(await loading) })
    }
    return opened
  }

  const once = createSingleFlight<OpenList>()
  const turnedAt = new Map<string, number>()
  // Loads the next part of a list, or after the last part the first one. If that fails, the list stays.
  const turn = (list: OpenList): Promise<OpenList> => {
    const { place, state } = list
    const isEarly = Math.abs(now() - (turnedAt.get(place.name) ?? 0)) < turnGapMs
    return once(place.name, async () => {
      if (state.start === state.next || isEarly) return { ...list, ...(await lists.peek(place)) }
      turnedAt.set(place.name, now())
      const next = await lists.load({ ...place, start: state.next }).catch(() => list)
      return { place, ...next }
    })
  }
  const forget = (opened: readonly OpenList[]) =>
    seen.update((all) =>
      all.filter((id) => opened.every(({ rows }) => rows.rowOf(id) === undefined)),
    )

  // Draws pictures that no tab has shown, equally many from each list.
  const draw = async (
    opened: readonly OpenList[],
    filters: WallpaperFilters,
    hidden: readonly string[],
  ) => {
    const tooLight = filters.tone === 'dark' ? await light.read() : []
    const found: WallpaperDetail[] = []
    for (const [at, list] of opened.entries()) {
      const { rows, state } = list
      const chosen = rows.select(filters, {
        count: Math.ceil((count - found.length) / (opened.length - at)),
        exclude: [...hidden, ...tooLight, ...(await seen.read()), ...found.map(({ id }) => id)],
        random,
      })
      // Loads the next part of the list. Until it has arrived, the other lists supply the pictures.
      if (chosen.length === 0 && state.next > state.start) turn(list).catch(problemOf)
      // Each list was fetched for one picture size, so its rows offer no other size.
      found.push(...rows.describe(chosen, { sizing: noSizing }))
    }
    return shuffle(found, random)
  }

  const describeOne = async (address: string, list?: AskedList) => {
    const { rows } = await askApi(address, list)
    return describeRow(rows[0])
  }

  // Wikimedia allows at most two downloads at once.
  const inTurn = createQueue()
  return {
    find: async (written, exclude) => {
      const asked = readFilters((name) => written[name])
      const { category: _, ...filters } = asked
      // The next call always excludes the pictures that a tab has shown or is about to show.
      await seen.update((all) => addTo(all, exclude.filter(isCommonsId)))
      const opened = shuffle(await openLists(asked), random)
      const found = await draw(opened, filters, exclude)
      if (found.length > 0) return found
      const turned = await Promise.all(opened.map(turn))
      const others = await draw(turned, filters, exclude)
      if (others.length > 0) return others
      // All pictures were shown, so they come again.
      await forget(turned)
      return draw(turned, filters, exclude)
    },
    describe: async (_name, id) => {
      const { width } = await readAskedSize(undefined)
      return isCommonsId(id) ? describeOne(toPictureAddress([id], width)) : undefined
    },
    findDay: async ({ type }, asked) => {
      const feed = await (await ask(dayFeedAddress)).text().catch(failUnreachable)
      const date = asked ?? toDate(now())
      // The days of Wikimedia begin at midnight UTC.
      const title =
        findDayTitle(feed, date) ?? (asked ? undefined : findDayTitle(feed, toDate(now(), 'UTC')))
      const { width } = await readAskedSize(type)
      const wallpaper = title && (await describeOne(toTitleAddress(title, width), { type }))
      return wallpaper ? { date, endsAt: null, wallpaper } : undefined
    },
    load: ({ url: _, ...wallpaper }, screen) =>
      inTurn(async () => {
        const image = await images.load(wallpaper, screen)
        if (!isDark(image)) await light.update((all) => addTo(all, [wallpaper.id]))
        return image
      }),
    idle: lists.idle,
  }
}

type AskedList = Parameters<typeof readCommons>[1]

const addTo = (all: string[], ids: readonly string[]) => {
  const news = ids.filter((id) => !all.includes(id))
  return news.length > 0 ? [...all, ...news] : all
}

const commonsChoices: FilterChoices = {
  categories: Object.keys(commonsSubjects).map((name) => ({ name })),
  colors: [],
  takesWords: true,
}
