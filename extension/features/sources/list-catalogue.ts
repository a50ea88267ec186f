import { readFavoritesHash } from '../../../shared/catalogue/favorites-link.ts'
import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { readFilters, writeFilters } from '../../../shared/filters.ts'
import { canBeUsername, decodePart } from '../../../shared/ids.ts'
import { toRecord, toText } from '../../../shared/unknown.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { connect, getInstance, isNotFound } from '../../remote/connect.ts'
import { FetchError, toFetchError } from '../../remote/problem.ts'
import { parseServer } from '../settings/server-address.ts'
import { type Filters, settingsItem } from '../settings/settings.ts'
import { siteOf } from '../settings/source-names.ts'
import { listIds, wordsOf } from './list-words.ts'
import {
  type CataloguePreview,
  type Found,
  type Source,
  type SourceDeps,
  shuffle,
} from './source.ts'

const count = 10
const previewCount = 3
// An address with 50 ids is short enough for every server and proxy.
const mostAsked = 50
// The most results of a search that a server sends at once.
const mostHits = 100
const deadlineMs = 10_000

/** The newest favorite in each list that a tab has shown as new. */
const newestItem = createStoredItem({ key: 'lists.newest', parse: toRecord })

export const openListCatalogue = ({ open, fetch }: SourceDeps, random = Math.random): Source => {
  const findAmong = async (filters: Filters, ids: readonly string[]): Promise<Found[]> => {
    const source = await open(filters.catalogue)
    // If these favorites have all left the catalogue or do not match, the search continues with the next ones.
    for (let at = 0; at < ids.length; at += mostAsked) {
      const some = ids.slice(at, at + mostAsked).join()
      const found = await source.find({ ...filters, ids: some }, [])
      if (found.length > 0) return found.slice(0, count)
    }
    return []
  }
  const findOfPerson = async (
    { name, from, filters, asked, isPreview }: Wanted & { asked: Filters },
    exclude: readonly string[],
  ): Promise<Found[]> => {
    const list = `@${from}` as const
    const client = connect(asked.catalogue, { fetch, deadlineMs })
    const { favorites: ids, renamedTo } = await client
      .getPublicFavorites(from)
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw toFetchError(error)
        throw new FetchError({ kind: 'no-list', list }, { cause: error })
      })
    const news = await findNews(name, ids)
    const others = shuffle(ids, random).filter((id) => !news.includes(id))
    const left = [...news, ...others].filter((id) => !exclude.includes(id))
    const found = await findAmong({ ...asked, ...filters }, left)
    const isNew = ({ id }: Found) => news.includes(id)
    // The next tab shows the oldest new favorite. All other new favorites stay new, also those that could not be found.
    const read = news.some((id) => left.includes(id)) ? found.find(isNew)?.id : ids.at(-1)
    if (read && !isPreview)
      await newestItem.update((all) => (all[name] === read ? all : { ...all, [name]: read }))
    if (renamedTo && !isPreview) await rename(name, renamedTo)
    const isEmpty = asked.tone ? ids.length === 0 : left.length === ids.length
    if (found.length === 0 && isEmpty) throw new FetchError({ kind: 'empty-list', list })
    return found.map((one) => (isNew(one) ? { ...one, isNew: true } : one))
  }
  const search = async ({ catalogue: name }: Filters, { q, filters }: Wanted) => {
    const found = await (await open(name)).search?.({ name, q, limit: mostHits })
    return found?.wallpapers.filter((one) => matchesDetail(one, filters) !== false) ?? []
  }
  const choose = async (wanted: Wanted, asked: Filters, exclude: readonly string[]) => {
    const isLeft = (id: string) => !exclude.includes(id)
    if (wanted.from) return findOfPerson({ ...wanted, asked }, exclude)
    if (wanted.ids.length > 0) return findAmong(asked, shuffle(wanted.ids, random).filter(isLeft))
    if (!wanted.q)
      return (await open(asked.catalogue)).find({ ...asked, ...wanted.filters }, exclude)
    return shuffle(await search(asked, wanted), random)
      .filter(({ id }) => isLeft(id))
      .slice(0, count)
  }
  const find: Source['find'] = async ({ catalogue: name, tone }, exclude) => {
    const catalogue = siteOf(name)
    const found = await choose(readName(name), { catalogue, list: 'all', tone }, exclude)
    return found.map((one) => ({ ...one, catalogue }))
  }
  return {
    find,
    describe: async (name, id) => (await open(siteOf(name))).describe(siteOf(name), id),
    load: async (wallpaper, screen) => (await open(wallpaper.catalogue)).load(wallpaper, screen),
    preview: async (typed): Promise<CataloguePreview | undefined> => {
      const link = readLink(typed)
      if (!link) return
      const { folder, query } = link
      const answers = () => getInstance(folder, fetch).then(Boolean, () => false)
      const isServer = link.isServer || (await answers())
      const site = isServer ? folder : `${folder}/index.json`
      // `preview` stores the index.
      const whole = isServer ? undefined : await (await open(site)).preview?.(site)
      if (whole && !query) return whole
      const name = query ? `${query}+${site}` : site
      const previewed = { ...readName(name), isPreview: true }
      const wallpapers = await choose(previewed, { catalogue: site, list: 'all' }, [])
      return { name, skipped: 0, wallpapers: wallpapers.slice(0, previewCount) }
    },
  }
}

// A favorite is new if it was added after the latest one that was read before. The oldest comes first.
const findNews = async (name: string, ids: readonly string[]): Promise<string[]> => {
  const { [name]: before } = await newestItem.read()
  const at = ids.lastIndexOf(toText(before))
  return at < 0 ? [] : ids.slice(at + 1)
}

/** Follows a person to a new username, because somebody else may have the old one later. */
const rename = async (name: string, username: string) => {
  const words = wordsOf(name)
  words.set('from', username)
  const renamed = `${words}+${siteOf(name)}`
  await newestItem.update(({ [name]: newest, ...others }) => ({ ...others, [renamed]: newest }))
  await settingsItem.update(({ sources, ...others }) => ({
    ...others,
    sources: sources.map((one) => (one === name ? renamed : one)),
  }))
}

const readName = (name: string) => {
  const words = wordsOf(name)
  return {
    name,
    from: words.get('from') ?? '',
    ids: listIds(name),
    q: words.get('q') ?? '',
    filters: toWritten(words),
  }
}

type Wanted = ReturnType<typeof readName> & { isPreview?: boolean }

const toWritten = (words: URLSearchParams) =>
  writeFilters(readFilters((word) => words.get(word) ?? undefined))

/**
 * Reads the link of a page that shows wallpapers, at a server or an exported site. Only servers have the favorites of people.
 * Returns `undefined` if the text is not a web address, or names an impossible username.
 */
export const readLink = (typed: string) => {
  const [, address = '', search = '', hash = ''] = /^([^?#]*)([^#]*)(.*)$/s.exec(typed.trim()) ?? []
  const page = parseServer(address)
  if (!page) return
  const [, folder = page, username = '', kind] =
    /^(.+)\/(?:share\/([^/]+)|(favorites|browse|tab))$/.exec(page) ?? []
  const words = new URLSearchParams(search)
  const from = decodePart(username || (words.get('from') ?? '')).replace(/^@/, '')
  if (from && !canBeUsername(from)) return
  const ids = kind === 'favorites' ? readFavoritesHash(hash) : []
  const q = words.get('q')?.trim()
  const query = new URLSearchParams({
    ...(from && { from }),
    ...(ids.length > 0 && { ids: ids.map(encodeURIComponent).join() }),
    ...(q && { q }),
    ...toWritten(words),
  })
  return { folder, query: query.toString(), isServer: from !== '' }
}
