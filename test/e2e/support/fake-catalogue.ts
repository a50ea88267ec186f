import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { makeDetail } from '../../extension/fakes/make-wallpaper.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'

type Behaviour = 'well' | { status: number; retryAfter?: number }

export interface FakeCatalogue {
  url: string
  /** The received requests in order of arrival. `at` is in milliseconds since 1970. */
  requests: { path: string; at: number }[]
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

interface FakeCatalogueOptions {
  size?: number
  /** For every wallpaper, with other bytes after its end. By default each looks different. */
  picture?: Buffer
  known?: Partial<WallpaperDetail>
  /** With tones, even numbers are dark pictures and odd numbers light ones. Otherwise all are in between. */
  hasTones?: boolean
}

/**
 * Starts a fake catalogue server that misbehaves on demand in ways that the real server cannot. Its
 * wallpapers are `fake-0`, `fake-1` and so on, each with a different color. Even numbers have the
 * category `nature`, odd numbers `tech`.
 */
export const startFakeCatalogue = async (
  options: FakeCatalogueOptions = {},
): Promise<FakeCatalogue> => {
  let behaviour: Behaviour = 'well'
  const requests: FakeCatalogue['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', at: Date.now() })
    respond(request, response, behaviour, options).catch((error) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  return {
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    requests,
    behave: (next) => {
      behaviour = next
    },
    stop: () => closeServer(server),
  }
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  behaviour: Behaviour,
  { size = 80, picture, known = {}, hasTones = false }: FakeCatalogueOptions,
): Promise<void> => {
  response.setHeader('Access-Control-Allow-Origin', '*')
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  if (behaviour !== 'well') {
    const { status, retryAfter } = behaviour
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter))
    return sendJson(response, { error: 'No' }, status)
  }
  if (url.pathname === '/api/wallpapers')
    return sendWallpapers(response, url, { size, known, hasTones })
  const [, id] = /^\/api\/wallpapers\/fake-(\d+)$/.exec(url.pathname) ?? []
  if (id) return sendJson(response, makeFake(Number(id), url.origin))
  if (url.pathname === '/api/instance') {
    return sendJson(response, { name: 'Fake', version: '0.0.0', identity: 'none' })
  }
  if (url.pathname === '/api/categories')
    return sendJson(response, [
      { name: 'nature', count: Math.ceil(size / 2) },
      { name: 'tech', count: Math.floor(size / 2) },
    ])
  if (url.pathname === '/api/colors') return sendJson(response, [{ name: 'red', hex: '#FF0000' }])
  if (picture) return sendJpeg(response, Buffer.concat([picture, Buffer.from(url.pathname)]))
  if (hasTones) return sendJpeg(response, await drawTone(numberIn(url)))
  const [index, width, height] = [
    numberIn(url),
    Number(url.searchParams.get('w') ?? 640),
    Number(url.searchParams.get('h') ?? 360),
  ]
  const key = `${index} ${width} ${height}`
  const jpeg = await (drawn.get(key) ?? drawPicture(index, width, height))
  drawn.set(key, jpeg)
  sendJpeg(response, jpeg)
}

const sendWallpapers = (
  response: ServerResponse,
  url: URL,
  { size, known, hasTones }: Required<Omit<FakeCatalogueOptions, 'picture'>>,
): void => {
  const query = url.searchParams
  const exclude = new Set(query.get('exclude')?.split(','))
  const left = Array.from({ length: size }, (_, index) => makeFake(index, url.origin))
    .map((detail, index) => ({ ...detail, ...known, ...(hasTones && toTone(index)) }))
    .filter(({ luminance }) => query.get('tone') !== 'dark' || Number(luminance) < 0.18)
    .filter(({ id }) => !exclude.has(id))
    .filter(({ category }) => isIn(query.get('category')?.split(',') ?? [], category))
    .sort(() => Math.random() - 0.5)
    .slice(0, Number(query.get('count') ?? 1))
  const wallpapers = left.map((wallpaper) => wallpaper.url)
  const filters = { category: 'all', type: 'all', color: 'all' }
  const found = { wallpapers, count: left.length, ...filters, items: left }
  const isFound = left.length > 0
  sendJson(response, isFound ? found : { error: 'No wallpapers found' }, isFound ? 200 : 404)
}

const isIn = (wanted: string[], category: string) =>
  wanted.includes(category) ||
  (wanted.every((name) => name.startsWith('-')) && !wanted.includes(`-${category}`))

const makeFake = (index: number, origin: string): WallpaperDetail => {
  const id = `fake-${index}`
  return makeDetail({
    id,
    title: `Fake ${index}`,
    description: `A circle in front of stripes, number ${index}`,
    category: index % 2 === 0 ? 'nature' : 'tech',
    colors: ['red'],
    color: toHex(index),
    url: `${origin}/main/${id}.jpg`,
    preview_url: `${origin}/main/${id}.jpg?w=600&h=400`,
    image_url: `${origin}/images/${id}`,
  })
}

const toHex = (index: number) =>
  `#${[40 + ((index * 37) % 140), 40 + ((index * 91) % 140), 40 + ((index * 53) % 140)]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`.toUpperCase()

const numberIn = (url: URL) => Number(/fake-(\d+)/.exec(url.pathname)?.[1])

const toTone = (index: number) =>
  index % 2 === 0 ? { color: '#14161E', luminance: 0.01 } : { color: '#E8E0C8', luminance: 0.75 }

const drawTone = (index: number): Promise<Buffer> => {
  const circle = index % 2 === 0 ? '#405070' : '#A08860'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
    <rect width="1280" height="720" fill="${toTone(index).color}"/>
    <circle cx="${200 + ((index * 97) % 880)}" cy="300" r="180" fill="${circle}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

const drawn = new Map<string, Buffer>()

const sendJpeg = (response: ServerResponse, jpeg: Buffer): void => {
  response.setHeader('Content-Type', 'image/jpeg')
  response.end(jpeg)
}

/** Each number has its own look. Odd numbers are bright at the bottom. */
const drawPicture = (index: number, width: number, height: number): Promise<Buffer> => {
  const x = 10 + ((index * 13) % 80)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
    <rect width="100" height="100" fill="${toHex(index)}"/>
    <rect y="${(index * 7) % 70}" width="100" height="20" fill="#fff" opacity=".25"/>
    <circle cx="${x}" cy="45" r="12" fill="#fff"/>
    <rect y="78" width="100" height="22" fill="${index % 2 ? '#fff' : '#000'}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(body))
}
