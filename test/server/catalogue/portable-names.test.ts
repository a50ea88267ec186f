import { describe, expect, it } from 'vitest'
import { toPortableNames } from '../../../server/catalogue/portable-names.ts'

const namesOf = (...texts: string[]) => [...toPortableNames(texts).values()]

describe('toPortableNames', () => {
  it('keeps a name that every system accepts', () => {
    const names = ['alpine-dawn.jpg', 'a lake & sea.png', '夜景.webp', '100%.jpg']
    expect(namesOf(...names)).toEqual(names)
  })

  it('tells names apart that some systems take for the same, whatever their order', () => {
    const names = ['Lake.jpg', 'lake.jpg', 'k\u00fcste.jpg', 'ku\u0308ste.jpg', 'dune.jpg']
    const found = namesOf(...names)
    expect(new Set(found.map((name) => name.toLowerCase())).size).toBe(5)
    expect(found[0]).toMatch(/^Lake-jpg-[0-9a-f]{14}$/)
    expect(found[4]).toBe('dune.jpg')
    expect(toPortableNames(names.toReversed()).get('Lake.jpg')).toBe(found[0])
  })

  it.each([
    'a:b',
    'what?',
    'nature/lake.jpg',
    '.hidden',
    'end.',
    'CON',
    'nul.jpg',
    'COM¹.jpg',
    'x'.repeat(151),
  ])('replaces %s', (name) => {
    expect(namesOf(name)[0]).toMatch(/^[A-Za-z0-9-]{0,50}-[0-9a-f]{14}(\.jpg)?$/)
  })
})
