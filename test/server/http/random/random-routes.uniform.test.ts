import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hash32 } from '../../../../shared/catalogue/hash.ts'
import { makeIndexRow, makeRandom } from '../../../builders.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createTestApp } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const sizes = [
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
  { width: 3440, height: 1440 },
  { width: 1600, height: 1200 },
]
const categories = ['nature', 'art', 'tech']
const colors = ['blue', 'red', 'green', 'black', 'white']
const palettes = ['#336699', '#FFDD00']

const cycle = <T>(values: readonly T[], at: number): T => expectDefined(values[at % values.length])

const pictures = Array.from({ length: 60 }, (_, at) => ({
  id: `row-${at}`,
  ...cycle(sizes, at),
  category: cycle(categories, at),
  color: cycle(colors, at),
  palette: cycle(palettes, Math.floor(at / 4)),
  luminance: at / 60,
}))
type Picture = (typeof pictures)[number]

const rows = pictures.map(({ id, width, height, category, color, palette, luminance }) =>
  makeIndexRow({
    ...{ file_name: id, file_main_name: `${id}.jpg`, width, height, orientation: undefined },
    category: `#${category}`,
    data: { primary_colors: [color], secondary_colors: [], palette: [palette], luminance },
  }),
)
const favorites = pictures.filter((_, at) => at % 7 === 3).map(({ id }) => id)
const excluded = pictures.slice(5, 15).map(({ id }) => id)

/** Pearson's statistic, and its value that a fair draw exceeds once in 100,000 times (Wilson and Hilferty, 1931). */
const chiSquare = (counts: readonly number[]) => {
  const expected = counts.reduce((sum, times) => sum + times, 0) / counts.length
  const freedom = counts.length - 1
  const spread = 2 / (9 * freedom)
  return {
    statistic: counts.reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0),
    limit: freedom * (1 - spread + 4.265 * Math.sqrt(spread)) ** 3,
  }
}

let web: WebApp
let username: string
beforeAll(async () => {
  // The draws are always the same, so a fair draw never fails by chance.
  web = await createWebApp({ rows, deps: { random: makeRandom('uniform') } })
  ;({ username } = await makePerson(web, { ids: favorites }))
})
afterAll(() => web.close())

const draws = 10_000

const draw = async (query: string) => {
  const counts = new Map<string, number>()
  for (let round = 0; round < draws; round++) {
    const { headers } = await web.app.request(`/random?${query}`, { method: 'HEAD' })
    const id = headers.get('X-Wallpaper-Id') ?? 'none'
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

describe('GET /random', () => {
  it.each<[query: string, matches: (picture: Picture) => boolean]>([
    ['', () => true],
    ['type=desktop', ({ width, height }) => width > height],
    ['type=mobile', ({ width, height }) => width < height],
    ['category=nature,art', ({ category }) => category !== 'tech'],
    ['color=blue,red', ({ color }) => color === 'blue' || color === 'red'],
    ['color=%23336699', ({ palette }) => palette === '#336699'],
    ['tone=dark', ({ luminance }) => luminance < 0.18],
    ['tone=light', ({ luminance }) => luminance >= 0.42],
    ['ratio=16x9,portrait', ({ width }) => width === 3840 || width === 1080],
    ['atleast=2560x1440', ({ width }) => width >= 2560],
    ['from=@', ({ id }) => favorites.includes(id)],
    [`exclude=${excluded.join()}`, ({ id }) => !excluded.includes(id)],
    [
      `category=art&type=desktop&tone=light&exclude=${excluded.join()}`,
      ({ id, category, width, height, luminance }) =>
        category === 'art' && width > height && luminance >= 0.42 && !excluded.includes(id),
    ],
  ])('draws each picture that matches "%s" equally often', async (query, matches) => {
    const counts = await draw(query.replace('from=@', `from=@${username}`))
    const ids = pictures.filter(matches).map(({ id }) => id)
    expect([...counts.keys()].sort()).toEqual(ids.toSorted())
    const { statistic, limit } = chiSquare([...counts.values()])
    expect(statistic).toBeLessThan(limit)
  })

  it.each(['', '&seed=mine'])(
    'shows no near-duplicates to 50 tabs that exclude what they showed%s',
    async (seed) => {
      const phashes = Array.from({ length: 60 }, (_, at) => hash32(`${at}`).toString(16).repeat(2))
      const copies = [...phashes, ...phashes].map((phash, at) =>
        makeIndexRow({ file_name: `row-${at}`, data: { phash: phash.padStart(16, '0') } }),
      )
      const app = await createTestApp({ rows: copies })
      const shown: string[] = []
      for (let tab = 0; tab < 50; tab++) {
        const path = `/random?exclude=${shown.join()}${seed}`
        const { headers } = await app.request(path, { method: 'HEAD' })
        shown.push(headers.get('X-Wallpaper-Id') ?? 'none')
      }
      const originals = shown.map((id) => Number(id.replace('row-', '')) % 60)
      expect(new Set(originals).size).toBe(50)
    },
  )
})
