import { describe, expect, it } from 'vitest'
import { ownName as own } from '../../../../extension/features/sources/own.ts'
import { createOwnCatalogue } from '../../../../extension/features/sources/own-catalogue.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeRandom } from '../../../builders.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { makeFilters } from '../../fakes/make-wallpaper.ts'
import { createMemoryOwnStore, makeOwnPicture } from '../../fakes/memory-own-store.ts'

const any = makeFilters({ catalogue: own })
const screen = { width: 1920, height: 1080 }

const pictures = Array.from({ length: 30 }, (_, number) =>
  makeOwnPicture({
    id: `own-${String(number).padStart(32, '0')}`,
    folder: number < 6 ? 'Trip' : '',
    primaryColors: number % 2 === 0 ? ['red'] : ['blue'],
    luminance: number < 3 ? 0.05 : 0.5,
    ...(number === 7 && { width: 3000, height: 4000 }),
  }),
)

const open = (stored = pictures) =>
  createOwnCatalogue({
    store: createMemoryOwnStore(stored),
    prepare: async (blob) => ({ blob, color: null, light: null, luminance: null }),
    random: makeRandom('own'),
  })

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)

describe('createOwnCatalogue', () => {
  it('finds every picture before one comes again', async () => {
    const catalogue = open()
    const seen: string[] = []
    for (let round = 0; round < 3; round++) seen.push(...idsOf(await catalogue.find(any, seen)))
    expect(new Set(seen).size).toBe(pictures.length)
    expect(await catalogue.find(any, seen)).toEqual([])
  })

  it.each([
    [{ category: 'trip,other', tone: 'dark', color: 'blue' }, 1],
    [{ type: 'mobile' }, 1],
    [{ category: 'nature' }, 0],
    // As on a server, a shape that leaves nothing is ignored.
    [{ category: 'trip', type: 'mobile' }, 6],
  ] as const)('finds pictures with %j', async (filters, found) => {
    expect(await open().find({ ...any, ...filters }, [])).toHaveLength(found)
  })

  it('describes a picture until it is removed', async () => {
    const [first = makeOwnPicture()] = pictures
    expect(await open().describe(own, first.id)).toMatchObject({ id: first.id, category: 'trip' })
    expect(await open().describe(own, 'own-gone')).toBeUndefined()
  })

  it('loads the stored copy until it is removed', async () => {
    const [detail] = await open().find(any, [])
    const wallpaper = { ...expectDefined(detail), catalogue: own }
    const { blob } = await open().load(wallpaper, screen)
    expect(await blob.text()).toBe(wallpaper.id)
    await expect(open([]).load(wallpaper, screen)).rejects.toThrow(FetchError)
  })
})
