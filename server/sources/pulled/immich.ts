import { toTitle } from '../../../shared/title.ts'
import { toList, toRecord, toText } from '../../../shared/unknown.ts'
import { pickFacts } from '../../adapters/folder/parse-facts.ts'
import { ConfigError } from '../../config/config.ts'
import type { NamedAddress } from '../../config/settings.ts'
import { DomainError } from '../../domain-error.ts'
import { type Ask, type ListedPicture, type Lister, type ListerKind, nameOf } from './lister.ts'

/** Pictures of an Immich server (versions 1.138 to 3), by a key or by links that somebody shared. */
export const immich: ListerKind = ({ values }) => {
  const { IMMICH_URL: url, IMMICH_API_KEY: key, IMMICH_TAKE: take, IMMICH_LINKS: links } = values
  if (url && !key)
    throw new ConfigError('IMMICH_API_KEY is missing: Immich makes keys at /user-settings')
  return [...(url && key ? [createLibrary(url, key, take)] : []), ...links.map(createLink)]
}

type Asset = Record<string, unknown>
type Query = Record<string, unknown>
interface Wish {
  path?: string
  query: Query
  category?: string
}

const createLibrary = (url: string, key: string, take: readonly string[]): Lister => ({
  name: 'immich',
  setting: 'IMMICH_API_KEY',
  origin: new URL(url).origin,
  headers: { 'x-api-key': key },
  list: async (ask, signal) => {
    const api = `${url}/api`
    const get = async (path: string) => (await ask(`${api}${path}`, { signal })).json()
    const wishes = await Promise.all(take.map((text) => toWishes(text, get)))
    const found = new Map<string, ListedPicture>()
    for (const { query, ...wish } of wishes.flat()) {
      const shownOnly = { ...wish, query: { ...shown, ...query } }
      for (const asset of await search(ask, api, shownOnly, signal)) {
        const picture = toPicture(asset, api, wish.category)
        if (!found.has(picture.key)) found.set(picture.key, picture)
      }
    }
    return [...found.values()]
  },
})

// Without `visibility`, version 3 also finds archived pictures.
const shown = { type: 'IMAGE', visibility: 'timeline' }

const toWishes = async (text: string, get: (path: string) => Promise<unknown>): Promise<Wish[]> => {
  const [, kind = text, name = ''] = /^(\w+):(.+)$/.exec(text) ?? []
  const isNamed = (each: Asset) => [each.albumName, each.name, each.id].includes(name)
  if (kind === 'favorites') return [{ query: { isFavorite: true } }]
  if (kind === 'search') return [{ path: 'smart', query: { query: name }, category: name }]
  if (kind === 'albums' || kind === 'album') {
    const albums = toList(await get('/albums'), toRecord)
    const wanted = kind === 'albums' ? albums : albums.filter(isNamed)
    if (wanted.length === 0) throw missing(`album ${name}`)
    // Several ids in one search mean pictures that are in all of them.
    return wanted.map(({ id, albumName }) => ({
      query: { albumIds: [id] },
      category: toText(albumName),
    }))
  }
  if (kind === 'person') {
    const people = toList(await get(`/search/person?name=${encodeURIComponent(name)}`), toRecord)
    const ids = people.filter(isNamed).map(({ id }) => id)
    if (ids.length === 0) throw missing(`person ${name}`)
    return ids.map((id) => ({ query: { personIds: [id] } }))
  }
  return [{ query: {} }]
}

const missing = (what: string) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `immich has no ${what}: correct its name`)

// A search by meaning sorts all pictures, the best first.
const mostByMeaning = 200

const search = async (
  ask: Ask,
  api: string,
  { path = 'metadata', query }: Wish,
  signal: AbortSignal,
): Promise<Asset[]> => {
  const found: Asset[] = []
  const isByMeaning = path === 'smart'
  const size = isByMeaning ? mostByMeaning : 1_000
  for (let page = 1; page > 0; ) {
    const body = JSON.stringify({ size, page, ...query })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await ask(`${api}/search/${path}`, { method: 'POST', headers, body, signal })
    const { items, nextPage } = toRecord(toRecord(await answer.json()).assets)
    found.push(...toList(items, toRecord).filter(isShown))
    page = isByMeaning ? 0 : Number(nextPage ?? 0)
  }
  return found
}

const isShown = ({ type, isTrashed, isArchived, visibility = 'timeline' }: Asset) =>
  type === 'IMAGE' && !isTrashed && !isArchived && visibility === 'timeline'

const toPicture = (
  { id, checksum, thumbhash, originalFileName, localDateTime }: Asset,
  api: string,
  category?: string,
  access = '',
): ListedPicture => ({
  key: toText(id),
  // The preview changes when the picture is edited, and not when somebody makes it a favorite.
  version: `${checksum} ${thumbhash}`,
  // The preview covers a screen of 2560 by 1440.
  address: `${api}/assets/${toText(id)}/thumbnail?size=preview${access}`,
  name: toText(originalFileName),
  facts: pickFacts({
    title: [toTitle(toText(originalFileName))],
    category: [category],
    taken_at: [localDateTime],
  }),
})

/** A shared link, such as `https://photos.example/share/KEY`. It needs no key of an account. */
const createLink = (named: NamedAddress): Lister => {
  const { origin, pathname } = named.url
  const [, base = '', kind, key = ''] = /^(.*)\/(share|s)\/([^/]+)\/?$/.exec(pathname) ?? []
  const access = `${kind === 's' ? 'slug' : 'key'}=${key}`
  const api = `${origin}${base}/api`
  return {
    name: nameOf(named),
    setting: 'IMMICH_LINKS',
    origin,
    list: async (ask, signal) => {
      const get = async (path: string) =>
        toRecord(await (await ask(`${api}${path}?${access}`, { signal })).json())
      const { assets, album } = await get('/shared-links/me')
      const { id, albumName } = toRecord(album)
      const ofAlbum = id ? toList((await get(`/albums/${id}`)).assets, toRecord) : []
      // Since version 3, an album does not list its pictures.
      const wish = { path: `metadata?${access}`, query: { albumIds: [id] } }
      const found = id && ofAlbum.length === 0 ? await search(ask, api, wish, signal) : ofAlbum
      return [...toList(assets, toRecord), ...found]
        .filter(isShown)
        .map((asset) => toPicture(asset, api, toText(albumName) || undefined, `&${access}`))
    },
  }
}
