import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import type { CatalogueClient, Found } from '../../../../extension/features/sources/source.ts'
import { upcomingTarget } from '../../../../extension/features/supply/goals.ts'
import { type Deck, openTab } from '../../../../extension/features/wallpaper/deck.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { catalogueOf, now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const waitingIds = ({ upcoming }: Deck) => upcoming.map(({ wallpaper }) => wallpaper.id)

describe('createTopUp with favorites as the list', () => {
  it('shows others of all chosen sources when there are none', async () => {
    const sources = ['https://one.example', 'https://two.example/index.json', 'commons']
    const asked = new Set<string>()
    const find: CatalogueClient['find'] = async (filters) => {
      if (filters.list !== 'all') return []
      asked.add(filters.catalogue)
      return []
    }
    const settings: Settings = { ...defaultSettings, sources, list: 'favorites' }
    await setUpTopUp({ catalogue: { find }, settings }).fill()
    expect([...asked].toSorted()).toEqual(sources.toSorted())
  })
})

describe('createTopUp with somebody’s list as a source', () => {
  const hers = 'from=ada+https://walls.example'
  const site = 'https://walls.example'
  const other = 'https://other.example'
  const noList = () => Promise.reject(new FetchError({ kind: 'no-list', list: '@ada' }))
  const setUpSource = (sources: string[], listed: () => Promise<Found[]>) => {
    const others = catalogueOf(100)
    const find: CatalogueClient['find'] = async (filters, exclude) =>
      filters.catalogue === hers
        ? (await listed()).filter(({ id }) => !exclude.includes(id))
        : (await others.find(filters, exclude)).map((one) => ({
            ...one,
            id: `${filters.catalogue} ${one.id}`,
          }))
    const settings: Settings = { ...defaultSettings, sources }
    let time = now
    const later = () => {
      time += 3_600_000
    }
    return { ...setUpTopUp({ catalogue: { find }, settings, now: () => time }), later }
  }

  it.each([
    [[hers], 'built-in'],
    [[hers, other], other],
  ])('says that the list is gone and shows others: %j', async (sources, shown) => {
    const { topUp, fill, status } = setUpSource(sources, noList)
    await topUp({ asked: false })
    const { upcoming } = await fill()
    expect(upcoming).toHaveLength(upcomingTarget)
    expect(upcoming.every(({ wallpaper }) => wallpaper.id.startsWith(shown))).toBe(true)
    const { problem, failing } = await status.read()
    expect(problem).toEqual({ kind: 'no-list', list: '@ada' })
    expect(failing[0]?.catalogue).toBe(hers)
  })

  it('drops the others as soon as the list has a wallpaper, even if its server was down in between', async () => {
    const list = ['hers', 'w0'].map((id) => ({ ...makeDetail({ id }), catalogue: site }))
    let listed: () => Promise<Found[]> = noList
    const { topUp, deckStore, status, later } = setUpSource([hers], () => listed())
    await topUp({ asked: false })
    listed = () => Promise.reject(new FetchError({ kind: 'unreachable' }))
    later()
    await topUp({ asked: true })
    expect(waitingIds(await deckStore.read())).toHaveLength(upcomingTarget)
    listed = async () => list
    later()
    await topUp({ asked: true })
    expect(waitingIds(await deckStore.read()).toSorted()).toEqual(['hers', 'w0'])
    expect((await status.read()).problem).toBeNull()
  })

  it('requests no other wallpapers when the server is down', async () => {
    const unreachable = new FetchError({ kind: 'unreachable' })
    const { fill, status } = setUpSource([hers], () => Promise.reject(unreachable))
    expect((await fill()).upcoming).toEqual([])
    expect((await status.read()).problem).toEqual({ kind: 'unreachable' })
  })

  it('asks for pictures of every shape, category and color, and none twice', async () => {
    const asked: object[] = []
    const all = Array.from({ length: 8 }, (_, at) => ({
      ...makeDetail({ id: `hers-${at}` }),
      catalogue: site,
    }))
    const { topUp, deckStore } = setUpTopUp({
      catalogue: {
        find: async (filters, exclude) => {
          asked.push(filters)
          return all.filter(({ id }) => !exclude.includes(id)).slice(0, 3)
        },
      },
      settings: {
        ...defaultSettings,
        sources: [hers],
        shape: 'sharp',
        category: 'art',
        color: 'red',
      },
    })
    await topUp({ asked: false })
    expect(new Set(waitingIds(await deckStore.read())).size).toBe(upcomingTarget)
    for (const one of asked) {
      expect(one).not.toHaveProperty('atleast')
      expect(one).not.toHaveProperty('category')
    }
  })

  it('shows a new favorite in the next tab', async () => {
    let list = Array.from({ length: 9 }, (_, at): Found => makeDetail({ id: `hers-${at}` }))
    const { topUp, deckStore } = setUpSource([hers], async () => list)
    await topUp({ asked: false })
    deckStore.set((deck) => openTab(deck, now, []))
    list = [{ ...makeDetail({ id: 'new' }), isNew: true }, ...list]
    await topUp({ asked: false })
    expect(waitingIds(await deckStore.read())[0]).toBe('new')
  })
})
