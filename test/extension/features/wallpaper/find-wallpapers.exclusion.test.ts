import { describe, expect, it } from 'vitest'
import { historyLength } from '../../../../extension/features/wallpaper/deck.ts'
import { listExclusions } from '../../../../extension/features/wallpaper/find-wallpapers.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const seen = (count: number) =>
  Array.from({ length: count }, (_, index) => makeWallpaper({ id: `seen-${index}` }))

describe('listExclusions', () => {
  it('leaves out the whole history and what waits, first of all', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('waits')], history: seen(50) })
    expect(listExclusions(deck, historyLength, '')[0]?.ids).toHaveLength(51)
  })

  it('gives up the oldest first, and what waits never', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('waits')], history: seen(50) })
    const tries = listExclusions(deck, historyLength, '')
    expect(tries.map(({ reach }) => reach)).toEqual([50, 38, 25, 13, 5, 1, 0])
    expect(tries.at(-2)?.ids).toEqual(['waits', 'seen-49'])
    expect(tries.at(-1)?.ids).toEqual(['waits'])
  })

  it('starts where it ended last time', () => {
    const tries = listExclusions(makeDeck({ history: seen(50) }), 13, '')
    expect(tries.map(({ reach }) => reach)).toEqual([13, 5, 1, 0])
  })

  it('leaves out only what comes from the catalogue that is asked', () => {
    const elsewhere = makeWallpaper({ id: 'elsewhere', catalogue: 'built-in' })
    const deck = makeDeck({ history: [elsewhere, ...seen(2)] })
    expect(listExclusions(deck, historyLength, 'http://server.test')[0]?.ids).toEqual([
      'seen-0',
      'seen-1',
    ])
    expect(listExclusions(deck, historyLength, 'built-in')[0]?.ids).toEqual(['elsewhere'])
  })

  it('asks once when nothing was seen yet', () => {
    expect(listExclusions(makeDeck(), historyLength, '')).toEqual([{ reach: 0, ids: [] }])
  })
})
