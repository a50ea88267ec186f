import { describe, expect, it } from 'vitest'
import { toHint } from '../../../../extension/features/wallpaper/hint.ts'
import { bundle, makeDeck, makeUpcoming } from '../../fakes/make-wallpaper.ts'

describe('toHint', () => {
  it('names what the next tab will show', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('a')] })
    expect(toHint(deck, 0, bundle)).toEqual({ key: 'http://server.test a', color: '#204060' })
  })

  it('has the color of the built-in wallpaper that comes when nothing waits', () => {
    expect(toHint(makeDeck(), 0, bundle)).toEqual({ key: '', color: '#112233' })
  })

  it('has a color even without a bundle: no frame is white', () => {
    expect(toHint(makeDeck(), 0, []).color).toMatch(/^#/)
  })
})
