import { describe, expect, it } from 'vitest'
import { assignIds, type GivenIds } from '../../../../server/adapters/folder/ids.ts'
import { isRowId } from '../../../../shared/ids.ts'

const nothingGiven: GivenIds = new Map()
const idsOf = (...paths: string[]) => [
  ...assignIds(
    paths.map((path) => ({ path, hash: `hash of ${path}` })),
    nothingGiven,
  ).values(),
]

describe('assignIds', () => {
  it.each([
    ['lake-view.jpg', 'lake-view'],
    ['nature/lake-view.JPG', 'lake-view'],
    ['My photo (1).jpeg', 'My-photo-(1)'],
    ['100% #1?.png', '100-1'],
    ['a, b & c.png', 'a-b-c'],
    ['cafe\u0301.png', 'caf\u00e9'],
    ['日本 🌸.webp', '日本-🌸'],
    ['v1.2.final.avif', 'v1.2.final'],
    [' - .png', 'picture'],
    ['%%%.png', 'picture'],
  ])('makes %j the id %j', (path, id) => {
    expect(idsOf(path)).toEqual([id])
  })

  it('adds the folder to a name that is taken', () => {
    expect(idsOf('lake.jpg', 'nature/lake.jpg')).toEqual(['lake', 'nature-lake'])
  })

  it('adds a hash when the folder name does not make the id unique', () => {
    const [, second] = idsOf('lake.jpg', 'lake.png')
    expect(second).toMatch(/^lake-[0-9a-f]{8}$/)
    expect(idsOf('lake.jpg', 'lake.png')[1]).toBe(second)
  })

  it('avoids names that routes use', () => {
    expect(idsOf('index.jpg')[0]).toMatch(/^index-[0-9a-f]{8}$/)
    expect(idsOf('nature/search.jpg')).toEqual(['nature-search'])
    expect(idsOf('nature/today.jpg')).toEqual(['nature-today'])
  })

  it('shortens very long names and keeps them distinct', () => {
    const ids = idsOf(
      `${'x'.repeat(240)}1.jpg`,
      `${'x'.repeat(240)}2.jpg`,
      `${'😀'.repeat(60)}.jpg`,
    )
    expect(new Set(ids).size).toBe(3)
    expect(ids.every(isRowId)).toBe(true)
  })

  it('gives valid and distinct ids whatever the names are', () => {
    const odd = [
      '\u0001',
      '..x',
      'a\\b',
      '<b>',
      '-',
      '--',
      '\u202e',
      'a b',
      'a-b',
      'a%b',
      'a\u00a0b',
    ]
    const ids = idsOf(...odd.map((name) => `${name}.png`))
    expect(ids).toHaveLength(odd.length)
    expect(new Set(ids).size).toBe(odd.length)
    expect(ids.filter((id) => !isRowId(id))).toEqual([])
  })

  const given: GivenIds = new Map([['z/lake.jpg', { id: 'lake', hash: 'the lake' }]])

  it('leaves an id with its picture when another picture of that name arrives', () => {
    const pictures = [
      { path: 'a/lake.jpg', hash: 'other' },
      { path: 'z/lake.jpg', hash: 'the lake, edited' },
    ]
    expect(Object.fromEntries(assignIds(pictures, given))).toEqual({
      'a/lake.jpg': 'a-lake',
      'z/lake.jpg': 'lake',
    })
  })

  it('moves the id along with a picture that was renamed', () => {
    const pictures = [{ path: 'nature/water.jpg', hash: 'the lake' }]
    expect([...assignIds(pictures, given).values()]).toEqual(['lake'])
  })

  it('gives a copy an id of its own', () => {
    const pictures = [
      { path: 'a/copy.jpg', hash: 'the lake' },
      { path: 'z/lake.jpg', hash: 'the lake' },
    ]
    expect([...assignIds(pictures, given).values()].sort()).toEqual(['copy', 'lake'])
  })
})
