import { expect, it } from 'vitest'
import { withoutStandIns } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeUpcoming } from '../../fakes/make-wallpaper.ts'

it('leaves out what was found with other filters', () => {
  const [own, other] = [makeUpcoming('a', { filters: 'list' }), makeUpcoming('b')]
  const deck = makeDeck({ filters: 'list', upcoming: [own, other] })
  expect(withoutStandIns(deck, 'list').upcoming).toEqual([own])
})

it('answers with the same deck when there are none', () => {
  const deck = makeDeck({ filters: 'list', upcoming: [makeUpcoming('a', { filters: 'list' })] })
  expect(withoutStandIns(deck, 'list')).toBe(deck)
})
