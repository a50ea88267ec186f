import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { defaultSettings, toFiltersKey } from '../../../../extension/features/settings/settings.ts'
import { firstServer } from '../../../../extension/features/settings/source-names.ts'
import type { ImageClient } from '../../../../extension/features/sources/image-client.ts'
import type { CatalogueClient } from '../../../../extension/features/sources/source.ts'
import { startStatus } from '../../../../extension/features/supply/fetch-status.ts'
import { upcomingTarget } from '../../../../extension/features/supply/goals.ts'
import type { TopUpDeps } from '../../../../extension/features/supply/top-up.ts'
import type { Deck } from '../../../../extension/features/wallpaper/deck.ts'
import { PictureError } from '../../../../extension/platform/browser/picture-error.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { askedGapMs } from '../../../../extension/remote/back-off.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDeck, makeDetail, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { catalogueOf, image, now, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const failing = (error: Error): CatalogueClient => ({ find: () => Promise.reject(error) })
const broken = new PictureError('damaged')
const unreachable = new FetchError({ kind: 'unreachable' })
const badImages: ImageClient = { load: () => Promise.reject(broken) }

const waitingIds = ({ upcoming }: Deck) => upcoming.map(({ wallpaper }) => wallpaper.id)

describe('createTopUp', () => {
  it('requests nothing when the deck is full', async () => {
    const asked: string[][] = []
    const { topUp } = setUpTopUp({ catalogue: catalogueOf(100, asked) })
    await topUp({ asked: false })
    await topUp({ asked: false })
    expect(asked).toHaveLength(1)
  })

  it('fetches two wallpapers before any tab has reported the size of the screen', async () => {
    const { fill } = setUpTopUp({ readScreen: async () => undefined })
    expect((await fill()).upcoming).toHaveLength(2)
  })

  it('fetches only the next wallpaper, in a smaller size, while saving data', async () => {
    const sizes: number[] = []
    const larger: (string | undefined)[] = []
    const images: ImageClient = {
      load: async ({ url }, { width }) => {
        sizes.push(width)
        larger.push(url)
        return image
      },
    }
    const readScreen = async () => ({ width: 3840, height: 2160 })
    const settings = { ...defaultSettings, saveData: 'always' } as const
    const { fill } = setUpTopUp({ images, readScreen, settings })
    expect((await fill()).upcoming).toHaveLength(1)
    expect(sizes.every((width) => width === 1600)).toBe(true)
    expect(larger.every((url) => url === undefined)).toBe(true)
  })

  it.each([
    { which: 'large wallpapers', large: 20, shown: 0, expected: 'l' },
    { which: 'large wallpapers again, instead of small ones', large: 20, shown: 20, expected: 'l' },
    { which: 'small wallpapers if there are no large ones', large: 0, shown: 0, expected: 's' },
  ])('fetches $which', async ({ large, shown, expected }) => {
    const [wide, small] = [{ width: 1280 }, { width: 1279, height: 700 }]
    const all = Array.from({ length: 500 }, (_, at) =>
      at < 500 - large
        ? makeDetail({ id: `s${at}`, ...small })
        : makeDetail({ id: `l${at}`, ...wide }),
    )
    let asked = 0
    const find: CatalogueClient['find'] = async ({ atleast }, exclude) => {
      asked++
      const left = all.filter(
        ({ id, width }) => !exclude.includes(id) && (!atleast || width === 1280),
      )
      return left.slice(0, 10)
    }
    const history = all.slice(500 - shown).map(({ id }) => makeWallpaper({ id }))
    const settings = { ...defaultSettings, sources: ['http://server.test'] }
    const deck = makeDeck({ history, filters: toFiltersKey(settings) })
    const { fill } = setUpTopUp({ catalogue: { find }, deck, settings })
    const kinds = waitingIds(await fill()).map(([kind]) => kind)
    expect(kinds.join('')).toBe(expected.repeat(upcomingTarget))
    expect(asked).toBeLessThan(10)
  })

  it('fetches small wallpapers if the only large one cannot be used', async () => {
    const large = makeDetail({ id: 'l', width: 4000 })
    const small = Array.from({ length: 20 }, (_, at) =>
      makeDetail({ id: `s${at}`, width: 640, height: 480 }),
    )
    const find: CatalogueClient['find'] = async ({ atleast }, exclude) =>
      (atleast ? [large] : small).filter(({ id }) => !exclude.includes(id))
    const images: ImageClient = {
      load: ({ id }) => (id === 'l' ? Promise.reject(broken) : Promise.resolve(image)),
    }
    const settings = { ...defaultSettings, sources: ['http://server.test'] }
    const deck = makeDeck({ filters: toFiltersKey(settings) })
    const { fill } = setUpTopUp({ catalogue: { find }, images, deck, settings })
    expect((await fill()).upcoming).toHaveLength(upcomingTarget)
  })

  it('fetches no more wallpapers than fit, but always the next one', async () => {
    const some = setUpTopUp({ stored: { readRoom: async () => 3 * image.blob.size } })
    expect((await some.fill()).upcoming).toHaveLength(3)
    const none = setUpTopUp({ stored: { readRoom: async () => -1 } })
    expect((await none.fill()).upcoming).toHaveLength(1)
  })

  it('stores the light map of a picture, and its color if the catalogue has none', async () => {
    const catalogue = { find: async () => [makeDetail({ color: null })] }
    const [first] = (await setUpTopUp({ catalogue }).fill()).upcoming
    const { color, light } = image
    expect(first?.wallpaper).toMatchObject({ color, light, catalogue: firstServer })
  })

  it.each([
    ['the server is down', { catalogue: failing(unreachable) }, 'unreachable'],
    ['no picture can be loaded', { images: badImages }, 'no-pictures'],
    ['nothing matches', { catalogue: catalogueOf(0) }, 'no-match'],
  ] as const)('remembers why when %s', async (_reason, part, kind) => {
    const { topUp, status } = setUpTopUp(part)
    await topUp({ asked: false })
    expect(await status.read()).toMatchObject({ problem: { kind }, failures: 1 })
  })

  it('plans another attempt after the storage could not be read', async () => {
    const wakeAt = vi.fn<TopUpDeps['wakeAt']>()
    const catalogue = failing(new StorageError(undefined))
    await setUpTopUp({ catalogue, wakeAt }).topUp({ asked: false })
    expect(wakeAt.mock.lastCall?.[0]).toBeGreaterThan(now)
  })

  it.each([
    ['a catalogue', (bug: Error) => ({ catalogue: failing(bug) })],
    ['the pictures', (bug: Error) => ({ images: { load: () => Promise.reject(bug) } })],
  ])('logs a bug in %s, and plans nothing', async (_place, withBug) => {
    const bug = new TypeError('x is not a function')
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const wakeAt = vi.fn<TopUpDeps['wakeAt']>()
    const { topUp, status } = setUpTopUp({ ...withBug(bug), wakeAt })
    await topUp({ asked: false })
    expect((await status.read()).problem).toEqual({ kind: 'unexpected' })
    expect(log).toHaveBeenCalledWith(bug)
    expect(wakeAt.mock.calls).toEqual([[undefined]])
    log.mockRestore()
  })

  it('waits as long as the host of the pictures asks, and stores those of other hosts', async () => {
    const planned: (number | undefined)[] = []
    const patience = new FetchError({ kind: 'refused', status: 429 }, { retryAfterMs: 600_000 })
    let refused = /./
    const images: ImageClient = {
      load: async ({ id }) => {
        if (refused.test(id)) throw patience
        return image
      },
    }
    const wakeAt = async (at: number | undefined) => void planned.push(at)
    const { topUp, status } = setUpTopUp({ images, wakeAt })
    await topUp({ asked: false })
    expect(await status.read()).toMatchObject({
      problem: { kind: 'refused', status: 429 },
      mustWait: true,
    })
    expect(planned).toEqual([now + 600_000])
    refused = /^w1$/
    await status.update(() => startStatus(''))
    const { upcoming } = await setUpTopUp({ images }).fill()
    expect((await status.read()).problem).toBeNull()
    expect(upcoming).toHaveLength(upcomingTarget)
  })

  it('tries again for a person who asked too early, as soon as it may', async () => {
    const planned: (number | undefined)[] = []
    const catalogue = failing(unreachable)
    const wakeAt = async (at: number | undefined) => void planned.push(at)
    const { topUp } = setUpTopUp({ catalogue, wakeAt })
    for (const asked of [false, true]) await topUp({ asked })
    expect(planned[0]).toBeGreaterThan(now + askedGapMs)
    expect(planned[1]).toBe(now + askedGapMs)
  })

  it('tries again soon for a waiting person, however often the person has asked', async () => {
    const planned: (number | undefined)[] = []
    const catalogue = failing(unreachable)
    let time = now
    const wakeAt = async (at: number | undefined) => void planned.push(at && at - time)
    const { topUp } = setUpTopUp({ catalogue, wakeAt, now: () => time })
    for (let click = 0; click < 20; click++) {
      await topUp({ asked: true })
      time += askedGapMs / 2
    }
    time += askedGapMs
    await topUp({ asked: true })
    expect(planned.at(-1)).toBeLessThanOrEqual(12_500)
  })

  it('waits longer after each attempt without a picture, even for a waiting person', async () => {
    const planned: number[] = []
    let time = now
    const wakeAt = async (at = 0) => void planned.push(at - time)
    const { topUp } = setUpTopUp({ images: badImages, wakeAt, now: () => time })
    for (let tab = 0; tab < 6; tab++) {
      await topUp({ asked: true })
      time += askedGapMs
    }
    expect(planned).toHaveLength(6)
    expect(planned.at(-1)).toBeGreaterThan(60_000)
  })

  it('never throws, even if nothing can be read or stored', async () => {
    const broken = () => Promise.reject(new Error('no storage'))
    await setUpTopUp({ readSettings: broken }).topUp({ asked: false })
    const get = vi.spyOn(fakeBrowser.storage.local, 'get').mockImplementation(broken)
    await expect(setUpTopUp().topUp({ asked: false })).resolves.toBeUndefined()
    get.mockRestore()
  })
})
