import { z } from 'zod'
import { parseRow } from '../catalogue/parse-row.ts'
import { createRowCatalogue, toPool } from '../catalogue/row-catalogue.ts'
import { createRowSearch } from '../catalogue/row-search.ts'
import { toNameWords } from '../catalogue/search-words.ts'
import {
  type CatalogueByName,
  NoWallpapersError,
  type SelectRequest,
  selectWallpapers,
  selectWallpapersByName,
  toWallpapersResponse,
} from '../catalogue/select.ts'
import { createCalendar, selectForDay, toDayNumber } from '../catalogue/today.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { type DetailUrls, toDetail } from '../catalogue/wallpaper-detail.ts'
import { encodePath } from '../ids.ts'
import { type TodayResponse, todayQuerySchema } from '../random-api.ts'
import { type SearchQuery, type SearchResponse, searchQuerySchema } from '../search-api.ts'
import { quoted } from '../text.ts'
import { pageSchema, wallpapersQuerySchema } from '../wallpapers-api.ts'
import { FrescoError } from './fresco-error.ts'
import { createRequest, type FrescoClientOptions, type RequestOptions } from './request.ts'

export type ExportedSite = ReturnType<typeof createExportedSite>

// The site's files may change at any time. An index that was read a short time ago is used again.
const maxAgeMs = 300_000

export const isIndexAddress = (baseUrl: string): boolean => /\.json$/i.test(baseUrl)

/** Answers requests for the routes of a server from the files of an exported site, with the rules of a server. */
export const createExportedSite = ({
  baseUrl,
  fetch,
  now = Date.now,
  random = Math.random,
}: FrescoClientOptions) => {
  const [, root = '', index = '/index.json'] = /^(.*?)\/*(\/[^/]*\.json)?$/i.exec(baseUrl) ?? []
  const request = createRequest({ baseUrl: root, fetch })
  const dayOf = createCalendar()

  let known: { at: number; rows: Rows } | undefined
  const load = async (signal?: AbortSignal): Promise<Rows> => {
    if (known && now() - known.at < maxAgeMs) return known.rows
    const rows = openRows(await request.json(indexSchema, index, { signal }), root)
    known = { at: now(), rows }
    return rows
  }

  const refuse = (what: string): never => {
    throw new FrescoError(
      'NEEDS_SERVER',
      `${what} needs a Fresco server, but ${baseUrl} is a site of plain files`,
    )
  }

  const answers: Readonly<Record<string, (query: Values, rows: Rows) => unknown>> = {
    '/api/wallpapers': (query, rows) => choose(query, rows, selectWallpapers),
    '/api/random-wallpaper': (query, rows) => choose(query, rows, selectWallpapersByName),
    '/api/wallpapers/search': (query, rows) => search(query, rows, random),
    '/api/wallpapers/index': (_, { index: all }) => all,
    '/api/wallpapers/today': (values, rows) => {
      const { date, tz, from, ...filters } = parse(todayQuerySchema, values)
      if (from !== undefined) refuse('The filter from')
      const today = dayOf(now(), tz)
      const chosen = date ?? today.date
      const [row = 0] = selectForDay(rows.catalogue, filters, toDayNumber(chosen))
      const answer: TodayResponse = {
        date: chosen,
        tz,
        next_at: chosen === today.date ? new Date(today.endsAt).toISOString() : null,
        wallpaper: toDetail(rows.catalogue.at(row), rows.urls),
      }
      return answer
    },
  }
  const choose = (values: Values, rows: Rows, select: typeof selectWallpapersByName) => {
    const query = parse(wallpapersQuerySchema, values)
    const { include: _, page, from, limit, count, ...others } = query
    if (from !== undefined) refuse('The filter from')
    if (query.sort === 'downloads') throw notCounted()
    const asked: SelectRequest = {
      ...others,
      count: limit ?? count,
      ...(query.seed !== undefined && { page: pageSchema.parse(page) }),
    }
    const { catalogue, urls } = rows
    return toWallpapersResponse(select(catalogue, asked, random), query, {
      urlAt: (row) => urls.full(catalogue.at(row)),
      detailAt: (row) => toDetail(catalogue.at(row), urls),
    })
  }

  const answer = async (path: string, { query = {}, method = 'GET', signal }: RequestOptions) => {
    const file = files[path]
    if (file !== undefined && Object.values(query).every((value) => value === undefined))
      return request.json(z.unknown(), file, { signal })
    const id = /^\/api\/wallpapers\/([^/]+)$/.exec(path)?.[1]
    const make = answers[path]
    if (method !== 'GET' || (make === undefined && id === undefined))
      return refuse(`${method} ${path}`)
    const rows = await load(signal)
    if (make !== undefined) return explained(() => make(toValues(query), rows))
    const wanted = decodeURIComponent(id ?? '')
    const wallpaper = rows.catalogue.find(wanted)
    if (wallpaper === undefined) throw refused(404, `Wallpaper ${quoted(wanted)} not found`)
    return toDetail(wallpaper, rows.urls)
  }

  /** Returns the smallest copy that is at least as large as asked for, or the original. */
  const imageUrl = (id: string, { w = 0, h = 0 }: Size, rows: Rows) => {
    const wallpaper = rows.catalogue.find(id)
    if (wallpaper === undefined) throw refused(404, `Wallpaper ${quoted(id)} not found`)
    const copies = w > 0 || h > 0 ? (wallpaper.renditions ?? []) : []
    const copy = copies.find(({ width, height }) => width >= w && height >= h)
    return copy ? `${root}/${encodePath(copy.file)}` : rows.urls.full(wallpaper)
  }

  return {
    load,
    refuse,
    json: async <T extends z.ZodType>(schema: T, path: string, options: RequestOptions) =>
      schema.parse(await answer(path, options)),
    blob: async (path: string, { query = {}, signal }: RequestOptions): Promise<Blob> => {
      const id = /^\/images\/([^/]+)$/.exec(path)?.[1]
      if (id === undefined) return refuse(path)
      const { w = 0, h = 0 } = query
      const size = { w: Number(w), h: Number(h) }
      const url = imageUrl(decodeURIComponent(id), size, await load(signal))
      return request.blob(url.slice(root.length), { signal })
    },
    imageUrl: (id: string, { w = 0, h = 0 }: Size): string => {
      if (known) return imageUrl(id, { w, h }, known.rows)
      throw new FrescoError(
        'NOT_LOADED',
        'The index is not loaded yet: call getWallpapers or getIndex first, because imageUrl asks nobody',
      )
    },
  }
}

interface Size {
  w?: number | undefined
  h?: number | undefined
}

const files: Readonly<Record<string, string>> = {
  '/api/colors': '/api/colors.json',
  '/api/categories': '/api/categories.json',
  '/api/instance': '/api/instance.json',
  '/feed.json': '/feed.json',
}

const indexSchema = z.array(z.looseObject({}))
type IndexRow = z.infer<typeof indexSchema>[number]

interface Rows {
  index: readonly IndexRow[]
  catalogue: CatalogueByName & ReturnType<typeof createRowCatalogue>
  find: ReturnType<typeof createRowSearch>
  recordOf(id: string): IndexRow | undefined
  urls: DetailUrls
}

const openRows = (index: readonly IndexRow[], root: string): Rows => {
  const seen = new Map<string, { wallpaper: Wallpaper; record: IndexRow }>()
  for (const record of index) {
    const wallpaper = parseRow(record)
    if (wallpaper && !seen.has(wallpaper.id)) seen.set(wallpaper.id, { wallpaper, record })
  }
  const wallpapers = [...seen.values()].map(({ wallpaper }) => wallpaper)
  const catalogue = createRowCatalogue(wallpapers)
  const full = ({ mainFile }: Wallpaper) => `${root}/main/${encodePath(mainFile)}`
  return {
    index,
    catalogue: { ...catalogue, ...byName(catalogue) },
    find: createRowSearch(wallpapers),
    recordOf: (id) => seen.get(id)?.record,
    urls: {
      full,
      image: full,
      preview: (wallpaper) =>
        wallpaper.cacheFile === ''
          ? full(wallpaper)
          : `${root}/cache/${encodePath(wallpaper.cacheFile)}`,
    },
  }
}

// Each word of a file name counts as a category, too (spec §4.2).
const byName = (catalogue: ReturnType<typeof createRowCatalogue>) => {
  const poolByName: CatalogueByName['poolByName'] = ({ category, ...others }) => {
    const { size, rowAt } = catalogue.pool(others)
    const rows = Array.from({ length: size }, (_, position) => rowAt(position))
    return toPool(category === undefined ? rows : rows.filter((row) => isNamed(row, category)))
  }
  const isNamed = (row: number, wanted: readonly string[]) => {
    const { id, category } = catalogue.at(row)
    const words = [category, ...toNameWords(id)]
    return wanted.some((word) => words.includes(word))
  }
  return { poolByName, among: () => ({ pool: catalogue.pool, poolByName }) }
}

type Values = Readonly<Record<string, string>>

const toValues = (query: RequestOptions['query'] = {}): Values =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, String(value ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  )

const refused = (status: number, message: string, cause?: unknown) =>
  new FrescoError('REFUSED', message, { status, cause })

const notCounted = () =>
  refused(400, "Invalid sort 'downloads': this site does not count downloads")

const parse = <T extends z.ZodType>(schema: T, values: Values): z.output<T> => {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  throw refused(400, error.issues[0]?.message ?? 'Invalid request', error)
}

const explained = (make: () => unknown) => {
  try {
    return make()
  } catch (error) {
    if (error instanceof NoWallpapersError) throw refused(404, error.message, error)
    throw error
  }
}

const search = (values: Values, rows: Rows, random: () => number): SearchResponse => {
  const query = parse(searchQuerySchema, values)
  const { q, sort = 'relevance', count, offset, include, ...filters } = query
  if (sort === 'downloads') throw notCounted()
  const limit = count ?? query.limit
  const { catalogue, urls } = rows
  const pool = catalogue.pool(filters)
  const hits =
    q === ''
      ? Array.from({ length: pool.size }, (_, at) => ({ row: pool.rowAt(at), relevance: 1 }))
      : rows.find(q, pool.has)
  const found = order(hits, sort, catalogue, random).slice(offset, offset + limit)
  const results = found.map(({ row, relevance }) => ({
    wallpaper: catalogue.at(row),
    relevance: Number(relevance.toPrecision(4)),
  }))
  return {
    results: results.map(({ wallpaper, relevance }) => ({
      public_id: wallpaper.id,
      name: wallpaper.id.slice(wallpaper.id.lastIndexOf('/') + 1),
      url: urls.full(wallpaper),
      category: wallpaper.category,
      tags: [...wallpaper.tags],
      relevance,
    })),
    total: hits.length,
    limit,
    offset,
    ...(count !== undefined && {
      wallpapers: results
        .map(({ wallpaper }) => rows.recordOf(wallpaper.id))
        .filter((record) => record !== undefined),
    }),
    ...(include === 'details' && {
      items: results.map(({ wallpaper }) => toDetail(wallpaper, urls)),
    }),
  }
}

interface Hit {
  row: number
  relevance: number
}

const order = (
  hits: readonly Hit[],
  sort: SearchQuery['sort'],
  { size, newestAt }: Rows['catalogue'],
  random: () => number,
): readonly Hit[] => {
  if (sort === 'relevance') return hits
  const places = new Map(
    Array.from({ length: size }, (_, place) => [
      newestAt(place),
      sort === 'random' ? random() : place,
    ]),
  )
  const placeOf = ({ row }: Hit) => places.get(row) ?? 0
  return hits.toSorted((one, other) => placeOf(one) - placeOf(other))
}
