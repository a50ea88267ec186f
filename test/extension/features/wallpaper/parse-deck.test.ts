import { describe, expect, it } from 'vitest'
import {
  emptyDeck,
  parseBundle,
  parseDeck,
  toColor,
} from '../../../../extension/features/wallpaper/parse-deck.ts'
import { bundle, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

describe('parseDeck', () => {
  it.each([undefined, null, 7, 'deck', [], { upcoming: 'none', current: 3, rotation: 'never' }])(
    'makes an empty deck of %j',
    (stored) => expect(parseDeck(stored)).toEqual(emptyDeck),
  )

  it('shortens long texts and lists, so that no catalogue fills the storage', () => {
    const long = 'a'.repeat(1_000_000)
    const tags = [long, ...Array.from({ length: 1_000 }, (_, at) => `${at}`)]
    const palette = ['red;background:url(//x)', ...Array.from({ length: 1_000 }, () => '#102030')]
    const texts = { title: long, description: long, credit: long, license: long, category: long }
    const wallpaper = makeWallpaper({ ...texts, tags, colors: tags, palette })
    const [read] = parseDeck({ history: [wallpaper] }).history
    expect(read?.description).toBe('a'.repeat(2_000))
    expect(read?.tags.slice(0, 3)).toEqual(['a'.repeat(100), '0', '1'])
    expect(read?.palette).toEqual(Array.from({ length: 6 }, () => '#102030'))
    expect(JSON.stringify(read).length).toBeLessThan(16_000)
  })

  it('leaves out the entries that it cannot read', () => {
    const upcoming = [{ wallpaper: { title: 'no id' } }, makeUpcoming('a'), null]
    expect(parseDeck({ upcoming }).upcoming).toEqual([makeUpcoming('a')])
  })
})

describe('parseBundle', () => {
  it('leaves out what it cannot read', () => {
    const cropped = { ...bundle[0], focal: '9% 50%' }
    const stored = [bundle[0], { title: 'no id' }, null, cropped]
    expect(parseBundle(stored)).toEqual([bundle[0], cropped])
    expect(parseBundle('nonsense')).toEqual([])
  })
})

describe('toColor', () => {
  it('lets nothing but a color reach a style', () => {
    expect(toColor('#a0B1c2')).toBe('#a0B1c2')
    expect(toColor('red;background:url(//x)')).toBeNull()
  })
})
