import { describe, expect, it } from 'vitest'
import { type Filters, settingsItem } from '../../../../extension/features/settings/settings.ts'
import {
  openListCatalogue,
  readLink,
} from '../../../../extension/features/sources/list-catalogue.ts'
import { toAddressLabel } from '../../../../extension/features/sources/list-words.ts'
import type { Source } from '../../../../extension/features/sources/source.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const server = 'https://walls.example'
const index = `${server}/index.json`

interface World {
  /** The favorites of `@ada`, or `undefined` if there is nobody of this name. */
  favorites?: string[] | undefined
  /** The ids that the catalogue has. */
  present?: string[]
  isServer?: boolean
  /** What `@ada` is called now. */
  renamedTo?: string
}

const setUp = (world: World) => {
  const asked: Filters[] = []
  const has = (id: string) => world.present?.includes(id) ?? true
  const source: Source = {
    find: async (filters) => {
      asked.push(filters)
      return (filters.ids?.split(',') ?? ['any']).filter(has).map((id) => makeDetail({ id }))
    },
    describe: async () => undefined,
    load: () => Promise.reject(new Error('not loaded')),
    search: async () => ({ total: 2, wallpapers: ['x', 'y'].map((id) => makeDetail({ id })) }),
    preview: async (name) => ({ name, count: 7, skipped: 0, wallpapers: [] }),
  }
  const { isServer = true } = world
  const list = openListCatalogue({
    fetch: async (input) => {
      const isInstance = String(input).endsWith('/api/instance')
      if (isInstance && isServer)
        return Response.json({ name: 'Fresco', version: '1', identity: 'local' })
      if (isInstance || !world.favorites)
        return Response.json({ error: 'User not found' }, { status: 404 })
      const { favorites, renamedTo } = world
      const person = { username: 'ada', displayName: 'Ada', imageUrl: '', renamedTo }
      return Response.json({ ...person, favorites, favoritesCount: favorites.length })
    },
    open: async () => source,
    connectImages: () => source,
    bundle: [],
    readSizing: async () => ({ screen: undefined, saves: false }),
  })
  const find = (name: string, exclude: string[] = []) =>
    list.find({ catalogue: name, list: 'all', type: 'desktop' }, exclude)
  const idsOf = async (name: string, exclude?: string[]) =>
    (await find(name, exclude)).map(({ id }) => id)
  return { list, find, idsOf, asked, world }
}

describe('readLink', () => {
  it.each([
    ['https://walls.example/share/ada', server, 'from=ada'],
    [' walls.example/fresco/share/ada/?page=2#top ', `${server}/fresco`, 'from=ada'],
    ['https://walls.example/tab/?from=@ada&every=30', server, 'from=ada'],
    ['https://walls.example/?category=nature&q=blue lake', server, 'q=blue+lake&category=nature'],
    ['https://walls.example/browse/?tag=lake', server, 'tag=lake'],
    ['https://walls.example/favorites/#a,b%20c', server, 'ids=a'],
    ['https://walls.example/?color=nonsense&page=2', server, 'color=nonsense'],
    ['walls.example', server, ''],
  ])('reads %j', (text, folder, query) => expect(readLink(text)).toMatchObject({ folder, query }))

  it.each([
    '',
    'ada',
    'javascript:alert(1)',
    'https://a:b@walls.example/share/ada',
    'https://walls.example/share/a%2Fb',
  ])('refuses %j, or takes it for the host alone', (text) =>
    expect(readLink(text)?.query ?? '').toBe(''),
  )
})

describe('a list of somebody’s favorites', () => {
  const hers = `from=ada+${server}`

  it('has all of them whatever their shape, as pictures of the server', async () => {
    const { find, asked } = setUp({ favorites: ['a', 'b', 'c'] })
    const found = await find(hers, ['b'])
    expect(found.map(({ id }) => id).toSorted()).toEqual(['a', 'c'])
    expect(found.every(({ catalogue }) => catalogue === server)).toBe(true)
    expect(asked[0]).not.toHaveProperty('type')
  })

  it('starts with what was added since it was last read', async () => {
    const { find, world } = setUp({ favorites: ['a', 'b'] })
    expect((await find(hers)).some(({ isNew }) => isNew)).toBe(false)
    world.favorites = ['a', 'b', 'new']
    const [first, ...others] = await find(hers)
    expect(first).toMatchObject({ id: 'new', isNew: true })
    expect(others.some(({ isNew }) => isNew)).toBe(false)
  })

  it('starts with it the next time if it did not match', async () => {
    const { find, world } = setUp({ favorites: ['a', 'b'], present: ['a', 'b'] })
    await find(hers)
    world.favorites = ['a', 'b', 'new']
    await find(hers)
    delete world.present
    expect((await find(hers))[0]).toMatchObject({ id: 'new', isNew: true })
  })

  it('shows news in their order, each until it is read, and a preview reads none', async () => {
    const { list, find, idsOf, world } = setUp({ favorites: ['a'] })
    await find(hers)
    const news = Array.from({ length: 12 }, (_, at) => `new-${at}`)
    world.favorites = ['a', ...news]
    await list.preview?.(`${server}/share/ada`)
    expect(await idsOf(hers)).toEqual(news.slice(0, 10))
    // The tab has taken two of them.
    expect(await idsOf(hers, news.slice(0, 2))).toEqual(news.slice(2))
    expect((await find(hers, news.slice(0, 11)))[0]).toMatchObject({ id: 'new-11', isNew: true })
    expect((await find(hers)).some(({ isNew }) => isNew)).toBe(false)
  })

  it('follows a person to a new username', async () => {
    const other = `color=blue&from=ada+${server}`
    await settingsItem.update((old) => ({ ...old, sources: [hers, other] }))
    const { find, world } = setUp({ favorites: ['a'] })
    await find(hers)
    Object.assign(world, { favorites: ['a', 'new'], renamedTo: 'ada.l' })
    expect((await find(hers, ['a']))[0]).toMatchObject({ id: 'new' })
    expect((await settingsItem.read()).sources).toEqual([`from=ada.l+${server}`, other])
  })

  it('has only those that match the filters of the link', async () => {
    const { find, asked } = setUp({ favorites: ['a'] })
    await find(`color=blue&from=ada+${server}`)
    expect(asked[0]).toMatchObject({ ids: 'a', color: 'blue' })
  })

  it.each([
    ['the person is gone', {}, 'no-list'],
    ['the list is empty', { favorites: [] }, 'empty-list'],
    ['its pictures are gone', { favorites: ['a'], present: [] }, 'empty-list'],
  ] as const)('says that %s', async (_, world, kind) => {
    const error = await setUp({ ...world } as World)
      .find(hers)
      .catch((caught) => caught)
    expect(error.problem).toEqual({ kind, list: '@ada' })
  })

  it('only ends when all were excluded', async () => {
    expect(await setUp({ favorites: ['a'] }).find(hers, ['a'])).toEqual([])
  })
})

describe('a list of a category, a search or ids', () => {
  it('asks the server in the words of the link', async () => {
    const { idsOf, asked } = setUp({})
    expect(await idsOf(`category=nature&tone=dark+${server}`)).toEqual(['any'])
    expect(asked[0]).toMatchObject({
      catalogue: server,
      category: 'nature',
      tone: 'dark',
    })
    expect(await idsOf(`q=lake+${server}`, ['x'])).toEqual(['y'])
    expect((await idsOf(`ids=a,b+${index}`)).toSorted()).toEqual(['a', 'b'])
  })
})

describe('preview', () => {
  it('takes a link of a server, and of an exported site', async () => {
    const onServer = await setUp({ favorites: ['a'] }).list.preview?.(`${server}/share/ada`)
    expect(onServer).toMatchObject({ name: `from=ada+${server}`, wallpapers: [{ id: 'a' }] })
    const exported = setUp({ isServer: false }).list
    expect(await exported.preview?.(`${server}/favorites/#a`)).toMatchObject({
      name: `ids=a+${index}`,
    })
    expect(await exported.preview?.(`${server}/browse?q=lake`)).toMatchObject({
      name: `q=lake+${index}`,
    })
    expect(await exported.preview?.(server)).toMatchObject({ name: index, count: 7 })
    expect(await setUp({}).list.preview?.(server)).toMatchObject({ name: server })
    expect(await exported.preview?.('no address at all')).toBeUndefined()
  })
})

describe('toAddressLabel', () => {
  it.each([
    [`from=ada+${server}`, '@ada · walls.example'],
    [`q=blue+lake&tone=dark+${server}`, 'blue lake · dark · walls.example'],
    [`ids=a%2Cb+${index}`, '♥ 2 · walls.example'],
    [`q=%E2%80%AEmoc.doog%E2%81%A6+${server}`, 'moc.doog · walls.example'],
    [server, 'walls.example'],
  ])('calls %s %s', (name, label) => expect(toAddressLabel(name)).toBe(label))
})
