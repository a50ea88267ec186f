import { describe, expect, it } from 'vitest'
import { toAttention, toRefusalText } from '../../../../extension/features/favorites/attention.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const refusal = {
  wanted: true,
  favorite: makeFavorite('a', { title: 'Alpine Dawn' }),
  at: 1,
  owner: 'ada@http://walls.test',
  refused: 'Favorites list is full',
} as const

describe('toAttention', () => {
  it('is silent unless the person has to do something', () => {
    expect(toAttention(false, 3, undefined)).toBeUndefined()
    expect(toAttention(true, 0, undefined)).toMatch(/Sign in again/)
  })

  it('says how many changes wait for the sign-in', () => {
    expect(toAttention(true, 0, undefined)).not.toMatch(/\d/)
    expect(toAttention(true, 2, refusal)).toBe('Sign in again to sync 2 changes to your favorites.')
  })

  it('says which heart was taken back', () => {
    expect(toAttention(false, 0, refusal)).toBe(toRefusalText(refusal))
    expect(toRefusalText(refusal)).toBe(
      '“\u2068Alpine Dawn\u2069” could not be added to your favorites: favorites list is full.',
    )
  })

  it('says so also without a title or a reason', () => {
    const bare = { ...refusal.favorite, title: '' }
    expect(toRefusalText({ ...refusal, wanted: false, favorite: bare, refused: '' })).toBe(
      '“\u2068a\u2069” could not be removed from your favorites: the server gave no reason.',
    )
  })
})
