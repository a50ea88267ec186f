import { describe, expect, it, vi } from 'vitest'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import { createOpener, createSources } from '../../../../extension/features/sources/all.ts'
import type { CatalogueClient } from '../../../../extension/features/sources/source.ts'
import { noSizing } from '../../../../extension/features/sources/web/web-rows.ts'
import { openTab } from '../../../../extension/features/wallpaper/deck.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { FetchError, type Problem } from '../../../../extension/remote/problem.ts'
import { makeRandom } from '../../../builders.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { image, now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const repository = 'https://github.com/ada/walls'
const server = 'https://walls.test'

/** A fake catalogue of each name, with as many wallpapers as given, or -1 for a catalogue that does not answer. */
const cataloguesOf = (
  sizes: Record<string, number>,
  asked: string[],
  problem: Problem,
): CatalogueClient => ({
  find: async ({ catalogue }, exclude) => {
    asked.push(catalogue)
    const size = sizes[catalogue] ?? 0
    if (size < 0) throw new FetchError(problem)
    return Array.from({ length: size }, (_, at) => makeDetail({ id: `${at}`, luminance: 0.01 }))
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
  },
})

const setUp = (
  sources: string[],
  sizes: Record<string, number>,
  part: Partial<Settings> = {},
  problem: Problem = { kind: 'unreachable' },
) => {
  const asked: string[] = []
  const clock = { now }
  const settings: Settings = { ...defaultSettings, sources, ...part }
  const world = setUpTopUp({
    settings,
    catalogue: cataloguesOf(sizes, asked, problem),
    random: makeRandom('catalogues'),
    now: () => clock.now,
  })
  const openTabs = async (count: number, isWaiting = true) => {
    const shown: string[] = []
    for (let tab = 0; tab < count; tab++) {
      await world.topUp({ asked: isWaiting })
      world.deckStore.set((deck) => openTab(deck, clock.now, []))
      const { current } = await world.deckStore.read()
      shown.push(current?.kind === 'catalogue' ? current.wallpaper.catalogue : 'nothing')
    }
    return shown
  }
  return { ...world, asked, clock, openTabs }
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

  it('asks a catalogue that cannot be used less and less often, whatever the others do', async () => {
    const { openTabs, asked, clock, status } = setUp([repository, server], {
      [repository]: 100,
      [server]: -1,
    })
    const tries: number[] = []
    for (let minutes = 0; minutes < 120; minutes++) {
      await openTabs(2, false)
      clock.now += 60_000
      tries.push(asked.splice(0).filter((name) => name === server).length)
    }
    const sum = (list: number[]) => list.reduce((total, count) => total + count, 0)
    expect(sum(tries)).toBeLessThan(15)
    expect(sum(tries.slice(60))).toBeLessThan(5)
    expect((await status.read()).failing).toHaveLength(1)
  })

  it('asks it again at once when the network is back, but not for pictures that did not load', async () => {
    for (const [kind, times] of [
      ['unreachable', 2],
      ['no-pictures', 1],
    ] as const) {
      const sizes = { [repository]: 100, [server]: -1 }
      const { openTabs, asked, clock } = setUp([repository, server], sizes, {}, { kind })
      await openTabs(5, false)
      clock.now += 5_000
      await openTabs(5)
      expect(asked.filter((name) => name === server)).toHaveLength(times)
    }
  })

  it('forgets the failures of a catalogue that can be used again', async () => {
    const sizes = { [repository]: 100, [server]: -1 }
    const { openTabs, clock, status } = setUp([repository, server], sizes)
    await openTabs(5)
    sizes[server] = 100
    clock.now += 60_000
    expect(share(await openTabs(40), server)).toBeGreaterThan(0.3)
    expect((await status.read()).failing).toEqual([])
  })

  it.each([
    [new RangeError('Maximum call stack size exceeded'), 'unexpected', 1],
    [new StorageError(new DOMException('', 'QuotaExceededError')), 'storage-full', 0],
  ] as const)('shows those of the others while one fails with %s', async (error, kind, logged) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const broken = { find: () => Promise.reject(error) }
    const good = cataloguesOf({ [server]: 100 }, [], { kind: 'unreachable' })
    const rest = { describe: async () => makeDetail(), load: async () => image }
    const deps = { fetch, bundle: [], connectImages: () => rest, readSizing: async () => noSizing }
    const { fill, status } = setUpTopUp({
      settings: { ...defaultSettings, sources: [repository, server] },
      catalogue: createSources(
        createOpener(deps, (name) => ({
          kind: name,
          open: async () => ({ ...(name === server ? good : broken), ...rest }),
        })),
      ),
    })
    const { upcoming } = await fill()
    expect(new Set(upcoming.map(({ wallpaper }) => wallpaper.catalogue))).toEqual(new Set([server]))
    expect(await status.read()).toMatchObject({ problem: null, failing: [{ problem: { kind } }] })
    expect(log).toHaveBeenCalledTimes(logged)
    log.mockRestore()
  })

  it('reports a problem if none can be used', async () => {
    const { topUp, status } = setUp([repository, server], { [repository]: -1, [server]: -1 })
    await topUp({ asked: true })
    const { problem, failures, failing } = await status.read()
    expect({ problem, failures }).toEqual({ problem: { kind: 'unreachable' }, failures: 1 })
    expect(failing.map(({ catalogue }) => catalogue).toSorted()).toEqual([repository, server])
  })
})
