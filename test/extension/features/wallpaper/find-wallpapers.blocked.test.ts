import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import {
  defaultSettings,
  type Filters,
  toFilters,
} from '../../../../extension/features/settings/settings.ts'
import { findAllowed } from '../../../../extension/features/wallpaper/find-wallpapers.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const filters = toFilters(defaultSettings, { width: 1920, height: 1080 }, '')
const nature: Blocked = { kind: 'category', name: 'nature', title: '' }

const catalogue = (asked: (readonly string[])[] = [], last = 'tech') => ({
  find: async (_: unknown, exclude: readonly string[]) => {
    asked.push(exclude)
    return Array.from({ length: 21 }, (_, index) =>
      makeDetail({ id: `w${index}`, category: index < 20 ? 'nature' : last }),
    )
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
  },
})

describe('findAllowed', () => {
  it('asks the server to leave out blocked wallpapers', async () => {
    const asked: string[][] = []
    const blocked: Blocked[] = [{ kind: 'wallpaper', name: 'w1', title: '' }]
    const found = await findAllowed(catalogue(asked), { filters, blocked }, ['w0'])
    expect(asked).toEqual([['w0', 'w1']])
    expect(found[0]?.id).toBe('w2')
  })

  it('asks again until something is not of a blocked kind', async () => {
    const found = await findAllowed(catalogue(), { filters, blocked: [nature] }, [])
    expect(found.map(({ id }) => id)).toEqual(['w20'])
  })

  it('leaves out pictures of another ratio if the server ignores the ratio', async () => {
    const sizes = [
      { id: 'wide', width: 3840, height: 2160 },
      { id: 'ultrawide', width: 3440, height: 1440 },
      { id: 'unknown', width: null, height: null },
    ]
    const find = async () => sizes.map(makeDetail)
    const fit: Filters = { ...filters, ratio: '2560x1080' }
    const found = await findAllowed({ find }, { filters: fit, blocked: [] }, [])
    expect(found.map(({ id }) => id)).toEqual(['ultrawide', 'unknown'])
  })

  it('finds nothing where all there is is blocked, and never asks for more than a server takes', async () => {
    const asked: string[][] = []
    const many = Array.from({ length: 400 }, (_, index) => `x${index}`)
    const ids = many.map((name): Blocked => ({ kind: 'wallpaper', name, title: '' }))
    const blocked = [...ids, nature]
    expect(await findAllowed(catalogue(asked, 'nature'), { filters, blocked }, [])).toEqual([])
    expect(Math.max(...asked.map((exclude) => exclude.length))).toBe(200)
  })
})
