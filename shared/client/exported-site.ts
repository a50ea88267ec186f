import { z } from 'zod'
import {
  answerRandomWallpaper,
  answerSearch,
  answerSimilar,
  answerToday,
  answerWallpaper,
  answerWallpapers,
  findWallpaper,
} from '../catalogue/answers.ts'
import { parseCreditedRow } from '../catalogue/credits.ts'
import { createRowCatalogue } from '../catalogue/row-catalogue.ts'
import { createSearchOf } from '../catalogue/row-search.ts'
import { NoWallpapersError } from '../catalogue/select.ts'
import { chooseForDay, createCalendar } from '../catalogue/today.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { createFileUrls } from '../catalogue/wallpaper-detail.ts'
import { encodePath } from '../ids.ts'
import { todayQuerySchema } from '../random-api.ts'
import { type IndexRow, searchQuerySchema } from '../search-api.ts'
import { similarQuerySchema, wallpapersQuerySchema } from '../wallpapers-api.ts'
import { FrescoError } from './fresco-error.ts'
import { createRequest, type FrescoClientOptions, type RequestOptions } from './request.ts'

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
    const rows = openRows(await request.json(indexSchema, index, { signal }), root, random)
    known = { at: now(), rows }
    return rows
  }

  const refuse = (what: string): never => {
    throw new FrescoError(
      'NEEDS_SERVER',
      `${what} needs a Fresco server, but ${baseUrl} is a site of plain files`,
    )
  }

  const parse = <T extends z.ZodType>(schema: T, values: Values): z.output<T> => {
    const { success, data, error } = schema.safeParse(values)
    if (!success) throw refused(400, error.issues[0]?.message ?? 'Invalid request', error)
    const { from }: { from?: unknown } = Object(data)
    if (from !== undefined) refuse('The filter from')
    return data
  }
  const answers: Readonly<Record<string, (query: Values, rows: Rows) => unknown>> = {
    '/api/wallpapers': (values, rows) =>
      answerWallpapers(rows, parse(wallpapersQuerySchema, values), { random }).response,
    '/api/random-wallpaper': (values, rows) =>
      answerRandomWallpaper(rows, parse(wallpapersQuerySchema, values), { random }).response,
    '/api/wallpapers/search': (values, rows) =>
      answerSearch(rows, parse(searchQuerySchema, values), { random }),
    '/api/wallpapers/index': (_, { index: all }) => all,
    '/api/wallpapers/today': (values, rows) => {
      const { from: _, ...query } = parse(todayQuerySchema, values)
      return answerToday(rows, chooseForDay(rows.catalogue, query, dayOf(now(), query.tz)))
    },
  }

  const answer = async (path: string, { query = {}, method = 'GET', signal }: RequestOptions) => {
    const file = files[path]
    if (file !== undefined && Object.values(query).every((value) => value === undefined))
      return request.json(z.unknown(), file, { signal })
    const [, id, similar] = /^\/api\/wallpapers\/([^/]+)(\/similar)?$/.exec(path) ?? []
    const make = answers[path]
    if (method !== 'GET' || (make === undefined && id === undefined))
      return refuse(`${method} ${path}`)
    const rows = await load(signal)
    const values = toValues(query)
    return explained(() => {
      if (make) return make(values, rows)
      const named = decodeURIComponent(id ?? '')
      return similar
        ? answerSimilar(rows, named, parse(similarQuerySchema, values))
        : answerWallpaper(rows, named)
    })
  }

  /** Returns the smallest copy that is at least as large as asked for, or the original. */
  const imageUrl = (id: string, { w = 0, h = 0 }: Size, rows: Rows) => {
    const wallpaper = explained(() => findWallpaper(rows.catalogue, id))
    const copies = w > 0 || h > 0 ? (wallpaper.renditions ?? []) : []
    const copy = copies.find(({ width, height }) => width >= w && height >= h)
    return copy ? `${root}/${encodePath(copy.file)}` : rows.urls.full(wallpaper)
  }

  return {
    load,
    refuse,
    json: async <T extends z.ZodType>(schema: T, path: string, options: RequestOptions = {}) =>
      schema.parse(await answer(path, options)),
    blob: async (path: string, { query = {}, signal }: RequestOptions = {}): Promise<Blob> => {
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
  '/api/tags': '/api/tags.json',
  '/api/instance': '/api/instance.json',
  '/feed.json': '/feed.json',
}

const indexSchema = z.array(z.looseObject({}))
type Rows = ReturnType<typeof openRows>

const openRows = (index: readonly IndexRow[], root: string, random: () => number) => {
  const seen = new Map<string, { wallpaper: Wallpaper; record: IndexRow }>()
  for (const record of index) {
    const wallpaper = parseCreditedRow(record)
    if (wallpaper && !seen.has(wallpaper.id)) seen.set(wallpaper.id, { wallpaper, record })
  }
  const wallpapers = [...seen.values()].map(({ wallpaper }) => wallpaper)
  const catalogue = createRowCatalogue(wallpapers)
  return {
    index,
    catalogue: { ...catalogue, recordOf: (id: string) => seen.get(id)?.record },
    search: createSearchOf(catalogue, random),
    urls: createFileUrls(root),
  }
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

const explained = <T>(make: () => T): T => {
  try {
    return make()
  } catch (error) {
    if (error instanceof NoWallpapersError) throw refused(404, error.message, error)
    throw error
  }
}
