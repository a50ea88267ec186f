import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createComparison, type WallpaperFilters } from '../../shared/filters.ts'
import { wallpaperFilterFields } from '../../shared/query.ts'

const schema = z.object(wallpaperFilterFields)
const read = (query: Readonly<Record<string, string>>) => schema.parse(query)
const problemOf = (query: Readonly<Record<string, string>>) =>
  schema.safeParse(query).error?.issues[0]?.message

describe('wallpaperFilterFields', () => {
  it('reads lists with and without blanks, in lower case and without repetitions', () => {
    expect(read({ category: 'Nature, art,,nature , ' })).toEqual({ category: ['nature', 'art'] })
    expect(read({ color: 'Dark-Green,red' })).toEqual({ color: ['dark-green', 'red'] })
  })

  it('reads a list without a value like an absent filter', () => {
    expect(read({ category: ' , ', color: ',' })).toEqual({})
  })

  it.each(['336699', '#336699', '%23369'])('reads %j as a hex color', (color) => {
    expect(read({ color: `navy, ${color}` })).toEqual({ color: ['navy', '#336699'] })
  })

  it('reads letters and digits that are no hex color as a color name', () => {
    expect(read({ color: '36,3366991' })).toEqual({ color: ['36', '3366991'] })
  })

  it.each(['#33669', '#xyz'])('refuses the hex color %j', (color) => {
    expect(problemOf({ color })).toBe(
      `Invalid color '${color.toLowerCase()}': expected color names from /api/colors or hex colors like 336699, up to 20 of them, separated by commas`,
    )
  })

  it('reads ratios with x, ×, : and /, and the shapes', () => {
    expect(read({ ratio: '16x9, 21:9,16X10,32/9, 4×3,2.39:1,Portrait,16:9' })).toEqual({
      ratio: ['16x9', '21x9', '16x10', '32x9', '4x3', '2.39x1', 'portrait'],
    })
  })

  it.each(['16-9', 'wide', '16x0', '16x9x2'])('refuses the ratio %j', (ratio) => {
    expect(problemOf({ ratio: `21x9,${ratio}` })).toBe(
      `Invalid ratio '${ratio}': expected ratios like 16x9 or 16:9, landscape, portrait or square, up to 20 of them, separated by commas`,
    )
  })

  it.each(['2560:1440', '2560 × 1440', '2560X1440'])('reads the size %j', (atleast) => {
    expect(read({ atleast })).toEqual({ atleast: { width: 2560, height: 1440 } })
  })

  it.each(['2560', '0x1440', '2560.5x1440', '1000000x1'])('refuses the size %j', (atleast) => {
    expect(problemOf({ atleast })).toBe(
      `Invalid atleast '${atleast}': expected a width and a height in pixels, like 2560x1440`,
    )
  })

  it('reads the tone in any case and refuses other words', () => {
    expect(read({ tone: 'Dark' })).toEqual({ tone: 'dark' })
    expect(problemOf({ tone: 'dim' })).toBe("Invalid tone 'dim': expected dark or light")
  })

  it('reads days of a year, and today as a date', () => {
    expect(read({ on: '02-29' })).toEqual({ on: '02-29' })
    expect(read({ on: '2026-11-29~3' })).toEqual({ on: '2026-11-29~3' })
    expect(read({ on: 'Today' }).on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(problemOf({ on: '13-01' })).toBe(
      "Invalid on '13-01': expected today, a day like 11-29 or a date like 2026-11-29",
    )
  })

  it('reads values after a minus as unwanted, and refuses a minus without a value', () => {
    expect(read({ tag: 'Lake, -People ,-people' })).toEqual({ tag: ['lake', '-people'] })
    expect(read({ color: '-#369' })).toEqual({ color: ['-#336699'] })
    expect(problemOf({ ratio: '-' })).toContain("Invalid ratio '-'")
    expect(problemOf({ category: 'art,-' })).toContain("Invalid category '-'")
  })

  it('refuses more than 20 values', () => {
    const category = Array.from({ length: 21 }, (_, at) => `c${at}`).join()
    expect(problemOf({ category })).toBe(
      'Invalid category 21 values: expected categories from /api/categories, up to 20 of them, separated by commas',
    )
  })
})

describe('createComparison', () => {
  const picture = {
    type: 'desktop',
    categories: ['nature'],
    colors: ['blue'],
    palette: ['#3A6EA5', '#101010'],
    width: 3840,
    height: 2160,
    luminance: 0.1,
    tags: ['lake', 'people'],
    isFree: true,
    source: 'news',
    takenOn: '2019-01-01',
  }
  const every: WallpaperFilters = {
    type: 'desktop',
    category: ['art', 'nature'],
    color: ['red', '#336699'],
    tone: 'dark',
    ratio: ['21x9', '16x9'],
    atleast: { width: 2560, height: 1440 },
    tag: ['forest', 'lake', '-fog'],
    license: 'free',
    source: ['news', 'commons'],
    on: '2020-12-30~3',
  }

  it('needs a match of every filter, and of one of the values of a filter', () => {
    expect(createComparison(every)(picture)).toBe(true)
    expect(createComparison({})(picture)).toBe(true)
    expect(createComparison({ color: ['blue'] })(picture)).toBe(true)
    const others: WallpaperFilters[] = [
      { type: 'mobile' },
      { category: ['art'] },
      { color: ['red', '#993333'] },
      { tone: 'light' },
      { ratio: ['portrait'] },
      { atleast: { width: 3841, height: 1 } },
      { tag: ['lake', '-people'] },
      { category: ['-nature'] },
      { color: ['blue', '-#336699'] },
      { source: ['commons'] },
      { source: ['-news'] },
      { on: '12-30~1' },
      { on: '2019-01-01' },
    ]
    for (const other of others)
      expect(createComparison({ ...every, ...other })(picture)).toBe(false)
    expect(createComparison(every)({ ...picture, isFree: false })).toBe(false)
  })

  it('does not know whether a picture matches when what a filter needs is not known', () => {
    const unknown = {
      ...picture,
      width: null,
      height: undefined,
      luminance: null,
      palette: [],
      isFree: undefined,
      source: undefined,
      takenOn: undefined,
    }
    expect(createComparison({ type: 'desktop', color: ['blue'] })(unknown)).toBe(true)
    for (const name of ['tone', 'ratio', 'atleast', 'color', 'license'] as const)
      expect(createComparison({ [name]: every[name] })(unknown)).toBeUndefined()
    expect(createComparison(every)({ ...unknown, type: null })).toBeUndefined()
    expect(createComparison({ ...every, category: ['art'] })(unknown)).toBe(false)
    expect(createComparison({ color: ['blue', '-#336699'] })(unknown)).toBeUndefined()
    expect(createComparison({ color: ['blue', '-#336699', '-blue'] })(unknown)).toBe(false)
  })
})
