import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import type { CatalogueClient } from '../../../../extension/features/wallpaper/catalogue-client.ts'
import { openTab } from '../../../../extension/features/wallpaper/deck.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { createRandom } from '../../fakes/create-random.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const repository = 'https://github.com/ada/walls'
const server = 'https://walls.test'

/** A fake catalogue of each name, with as many wallpapers as given, or -1 for a catalogue that does not answer. */
const cataloguesOf = (sizes: Record<string, number>, asked: string[] = []): CatalogueClient => ({
  find: async ({ catalogue }, exclude) => {
    asked.push(catalogue)
    const size = sizes[catalogue] ?? 0
    if (size < 0) throw new FetchError({ kind: 'unreachable' })
    return Array.from({ length: size }, (_, at) => makeDetail({ id: `${at}` }))
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
  },
})

const setUp = (
  catalogues: string[],
  sizes: Record<string, number>,
  part: Partial<Settings> = {},
) => {
  const asked: string[] = []
  const settings: Settings = { ...defaultSettings, catalogues, ...part }
  const world = setUpTopUp({
    settings,
    catalogue: cataloguesOf(sizes, asked),
    random: createRandom(7),
  })
  const openTabs = async (count: number) => {
    const shown: string[] = []
    for (let tab = 0; tab < count; tab++) {
      await world.topUp({ asked: true })
      world.deckStore.set((deck) => openTab(deck, now, []))
      const { current } = await world.deckStore.read()
      shown.push(current?.source === 'catalogue' ? current.wallpaper.catalogue : 'nothing')
    }
    return shown
  }
  return { ...world, asked, openTabs }
}

const share = (shown: string[], name: string) =>
  shown.filter((one) => one === name).length / shown.length

describe('createTopUp with several catalogues', () => {
  it('shows as many wallpapers of each, whatever their sizes', async () => {
    const { openTabs, status } = setUp([repository, server], { [repository]: 1_000, [server]: 30 })
    const shown = await openTabs(200)
    expect(share(shown, repository)).toBeGreaterThan(0.4)
    expect(share(shown, server)).toBeGreaterThan(0.4)
    expect((await status.read()).problem).toBeNull()
  })

  it('shows those of the others while one cannot be used, and remembers which', async () => {
    const { openTabs, status } = setUp([repository, server], { [repository]: 100, [server]: -1 })
    expect(share(await openTabs(40), repository)).toBe(1)
    const { problem, failing } = await status.read()
    expect(problem).toBeNull()
    expect(failing).toEqual([{ catalogue: server, problem: { kind: 'unreachable' } }])
  })

  it('reports a problem if none can be used', async () => {
    const { topUp, status } = setUp([repository, server], { [repository]: -1, [server]: -1 })
    await topUp({ asked: true })
    const { problem, failures, failing } = await status.read()
    expect({ problem, failures }).toEqual({ problem: { kind: 'unreachable' }, failures: 1 })
    expect(failing.map(({ catalogue }) => catalogue).toSorted()).toEqual([repository, server])
  })

  it('repeats a small catalogue without repeating a large one', async () => {
    const { openTabs, deckStore } = setUp(['built-in', server], { 'built-in': 3, [server]: 500 })
    await openTabs(60)
    const { history } = await deckStore.read()
    const ids = history.filter(({ catalogue }) => catalogue === server).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(20)
  })

  it('asks nobody before a choice, and for the built-in pictures alone', async () => {
    for (const catalogues of [[], ['built-in']]) {
      const { topUp, asked, status } = setUp(catalogues, { 'built-in': 3 })
      await topUp({ asked: true })
      expect(asked).toEqual([])
      expect((await status.read()).lastAttempt).toBe(0)
    }
  })

  it('asks only the server for the favorites of a user', async () => {
    const source = '@ada'
    const { topUp, asked } = setUp(
      [repository, server],
      { [repository]: 9, [server]: 9 },
      { source },
    )
    await topUp({ asked: true })
    expect(new Set(asked)).toEqual(new Set([server]))
  })
})
