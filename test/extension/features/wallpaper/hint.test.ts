import { describe, expect, it } from 'vitest'
import { deckRules } from '../../../../extension/features/wallpaper/deck.ts'
import { toHint } from '../../../../extension/features/wallpaper/hint.ts'
import { bundle, makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const noon = new Date(2026, 5, 1, 12).getTime()
const shows = { bundle, rules: deckRules }

describe('toHint', () => {
  it('names what the next tab will show', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('a')] })
    expect(toHint(deck, 0, shows)).toEqual({
      key: 'http://server.test a',
      color: '#204060',
      dark: { key: '', color: '#1F2A33' },
      darker: '',
    })
  })

  it('has the color of the built-in wallpaper that comes when nothing waits', () => {
    expect(toHint(makeDeck(), 0, shows)).toMatchObject({ key: '', color: '#112233' })
  })

  it('also names what the next tab will show after dusk', () => {
    const dark = makeWallpaper({ id: 'night', luminance: 0.05, color: '#010203' })
    const upcoming = [makeUpcoming('a'), makeUpcoming('night', { wallpaper: dark, forDark: true })]
    const hint = toHint(makeDeck({ upcoming, darker: '19:00-07:00' }), noon, shows)
    expect(hint).toMatchObject({ key: 'http://server.test a', darker: '19:00-07:00' })
    expect(hint.dark).toEqual({ key: 'http://server.test night', color: '#010203' })
  })

  it('has a color even without a bundle: no frame is white', () => {
    expect(toHint(makeDeck(), 0, { bundle: [], rules: deckRules }).color).toMatch(/^#/)
  })
})
