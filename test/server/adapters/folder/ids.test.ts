import { describe, expect, it } from 'vitest'
import { type PictureMemory, recognize } from '../../../../server/adapters/folder/ids.ts'
import { isRowId } from '../../../../shared/ids.ts'
import { expectDefined } from '../../../expect-defined.ts'

type Look = Readonly<Record<string, string | undefined>>
/** Looks at a folder, given as the content at each path. Returns the id of each path, and the memory. */
const look = (files: Look, memory: PictureMemory = new Map(), now = 0) => {
  const listed = Object.entries(files).map(([path, hash]) => ({ path, hash, size: 1 }))
  const found = recognize(memory, listed, now)
  const pictures = Object.fromEntries(found.pictures)
  const ids = Object.fromEntries(Object.entries(pictures).map(([path, { id }]) => [path, id]))
  return { ids, pictures, memory: found.memory }
}
const lookOften = (...looks: Look[]) => {
  let found = look({})
  for (const [now, files] of looks.entries()) found = look(files, found.memory, now)
  return found
}
const idsOf = (...paths: string[]) =>
  Object.values(look(Object.fromEntries(paths.map((path) => [path, `hash of ${path}`]))).ids)

describe('recognize', () => {
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

  it.each<[what: string, looks: Look[], ids: Look]>([
    ['moved', [{ 'lake.jpg': 'L' }, { 'nature/water.jpg': 'L' }], { 'nature/water.jpg': 'lake' }],
    [
      'swapped with another',
      [
        { 'a.jpg': 'A', 'b.jpg': 'B' },
        { 'a.jpg': 'B', 'b.jpg': 'A' },
      ],
      { 'a.jpg': 'b', 'b.jpg': 'a' },
    ],
    [
      'moved by a copy that was seen',
      [{ 'a.jpg': 'A' }, { 'a.jpg': 'A', 'z.jpg': 'A' }, { 'z.jpg': 'A' }],
      { 'z.jpg': 'a' },
    ],
    [
      'copied, when the copy is deleted',
      [{ 'z.jpg': 'A' }, { 'a.jpg': 'A', 'z.jpg': 'A' }, { 'z.jpg': 'A' }],
      { 'z.jpg': 'z' },
    ],
    ['edited', [{ 'lake.jpg': 'L' }, { 'lake.jpg': 'edited' }], { 'lake.jpg': 'lake' }],
    [
      'edited, and half-written for a while',
      [{ 'lake.jpg': 'L' }, { 'lake.jpg': undefined }, { 'lake.jpg': 'edited' }],
      { 'lake.jpg': 'lake' },
    ],
    [
      'away for a while',
      [{ 'usb/lake.jpg': 'L' }, {}, { 'b/lake.jpg': 'other' }, { 'usb/lake.jpg': 'L' }],
      { 'usb/lake.jpg': 'lake' },
    ],
    ['copied', [{ 'z.jpg': 'Z' }, { 'a.jpg': 'Z', 'z.jpg': 'Z' }], { 'a.jpg': 'a', 'z.jpg': 'z' }],
  ])('keeps the id of a picture that is %s', (_, looks, ids) => {
    expect(lookOften(...looks).ids).toEqual(ids)
  })

  it.each<[what: string, looks: Look[], path: string]>([
    [
      'comes after another was deleted',
      [{ 'lake.jpg': 'L' }, {}, { 'lake.jpg': 'new' }],
      'lake.jpg',
    ],
    [
      'lies where another was that moved',
      [{ 'lake.jpg': 'L' }, { 'a.jpg': 'L', 'lake.jpg': 'new' }],
      'lake.jpg',
    ],
    [
      'has the name of one that is gone',
      [{ 'usb/lake.jpg': 'L' }, {}, { 'b/lake.jpg': 'new' }],
      'b/lake.jpg',
    ],
    [
      'has the old content of an edited one',
      [
        { 'lake.jpg': 'L' },
        { 'lake.jpg': 'edited' },
        { 'lake.jpg': 'edited', 'old/lake.jpg': 'L' },
      ],
      'old/lake.jpg',
    ],
  ])('gives an id and an address of its own to a picture that %s', (_, looks, path) => {
    const { pictures, memory } = lookOften(...looks)
    const picture = expectDefined(pictures[path])
    expect(picture.id).not.toBe('lake')
    const others = [...memory.values()].filter(({ id }) => id !== picture.id)
    expect(others.flatMap(({ names }) => names)).not.toContain(picture.names[0])
  })

  it('leaves out new content while an unread file may be the picture from its path', () => {
    const { ids } = lookOften({ 'a.jpg': 'A' }, { 'a.jpg': 'B', 'z.jpg': undefined })
    expect(ids).toEqual({})
  })

  it('keeps the address of a picture that moves, and ends it like the file', () => {
    const first = look({ 'lake.png': 'L' })
    const moved = look({ 'nature/water.PNG': 'L' }, first.memory)
    expect(moved.pictures).toMatchObject({ 'nature/water.PNG': { names: ['lake.png'] } })
    const renamed = look({ 'water.jpg': 'L' }, moved.memory)
    expect(renamed.pictures).toMatchObject({ 'water.jpg': { names: ['water.jpg', 'lake.png'] } })
    const back = look({ 'lake.png': 'L' }, renamed.memory)
    expect(back.pictures).toMatchObject({ 'lake.png': { names: ['lake.png', 'water.jpg'] } })
  })

  it('says when a picture was first missed, and changes nothing else', () => {
    const { memory } = lookOften({ 'a.jpg': 'A', 'b.jpg': 'B' }, { 'a.jpg': 'A' }, { 'a.jpg': 'A' })
    expect(memory.get('a')).not.toHaveProperty('goneSince')
    expect(memory.get('b')).toMatchObject({ goneSince: 1 })
    expect(look({ 'a.jpg': 'A' }, memory, 5).memory.get('a')).toBe(memory.get('a'))
  })
})
