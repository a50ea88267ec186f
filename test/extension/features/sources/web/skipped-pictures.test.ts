import { describe, expect, it } from 'vitest'
import {
  type SkippedPicture,
  skipUnusable,
} from '../../../../../extension/features/sources/web/skipped-pictures.ts'
import { PictureError } from '../../../../../extension/platform/browser/picture-error.ts'
import { FetchError } from '../../../../../extension/remote/problem.ts'
import { makeDetail, makeFilters } from '../../../fakes/make-wallpaper.ts'
import { createMemoryItem } from '../../../fakes/memory-item.ts'
import { image } from '../../../fakes/set-up-top-up.ts'

const catalogue = 'https://github.com/ada/walls'
const filters = makeFilters({ catalogue })
const screen = { width: 1920, height: 1080 }
const hour = 3_600_000

/** A catalogue with the wallpapers `ids`. The download of a picture rejects with its error in `errors`. */
const setUp = (ids: string[], errors: Record<string, Error>) => {
  const clock = { now: 1_800_000_000_000 }
  const item = createMemoryItem<SkippedPicture[]>([])
  const client = skipUnusable(
    {
      find: async (_filters, exclude) =>
        ids.filter((id) => !exclude.includes(id)).map((id) => makeDetail({ id })),
      describe: async (_name, id) => makeDetail({ id }),
      load: async ({ id }) => {
        const error = errors[id]
        if (error) throw error
        return image
      },
    },
    { item, now: () => clock.now },
  )
  const load = (id: string) =>
    client.load({ ...makeDetail({ id }), catalogue }, screen).catch(() => undefined)
  const find = async (exclude: string[] = []) =>
    (await client.find(filters, exclude)).map(({ id }) => id)
  const list = async () => (await item.read()).map(({ id }) => id)
  return { clock, load, find, list }
}

describe('skipUnusable', () => {
  it('remembers for a day which pictures cannot be shown', async () => {
    const { load, find, clock } = setUp(['a', 'b'], { b: new PictureError('animated') })
    await load('a')
    await load('b')
    clock.now += 23 * hour
    expect(await find()).toEqual(['a'])
    clock.now += 2 * hour
    expect(await find()).toEqual(['a', 'b'])
  })

  it('remembers files that are gone, but not that a host refused or did not answer', async () => {
    const { load, list } = setUp([], {
      gone: new FetchError({ kind: 'refused', status: 404 }),
      forbidden: new FetchError({ kind: 'refused', status: 403 }),
      early: new FetchError({ kind: 'refused', status: 429 }, { retryAfterMs: 1_000 }),
      offline: new TypeError('Failed to fetch'),
    })
    for (const id of ['gone', 'forbidden', 'early', 'offline']) await load(id)
    expect(await list()).toEqual(['gone'])
  })

  it('says so if no picture can be shown, and not that nothing matches', async () => {
    const broken = new PictureError('damaged')
    const { load, find } = setUp(['a', 'b'], { a: broken, b: broken })
    await load('a')
    await load('b')
    await expect(find()).rejects.toMatchObject({ code: 'no-pictures' })
    // Upcoming wallpapers that match are excluded, so there are some.
    expect(await find(['a'])).toEqual([])
  })

  it('knows only the latest 500 pictures', async () => {
    const ids = Array.from({ length: 600 }, (_, at) => `w${at}`)
    const broken = new PictureError('damaged')
    const { load, list } = setUp(ids, Object.fromEntries(ids.map((id) => [id, broken])))
    for (const id of ids) await load(id)
    const skipped = await list()
    expect(skipped).toHaveLength(500)
    expect(skipped.at(-1)).toBe('w599')
  })
})
