import { describe, expect, it } from 'vitest'
import {
  toAttention,
  toRefusalText,
} from '../../../../extension/features/favorites/use-attention.ts'

const refusal = {
  action: 'add',
  favorite: { id: 'a', title: 'Alpine Dawn', color: null, preview_url: '' },
  at: 1,
  owner: 'ada@http://walls.test',
  reason: 'Favorites list is full',
} as const

describe('toAttention', () => {
  it('is silent unless the person has to do something', () => {
    expect(toAttention(false, 3, undefined)).toBeUndefined()
    expect(toAttention(true, 0, undefined)).toMatch(/Sign in again/)
  })

  it('says which heart was taken back', () => {
    expect(toAttention(false, 0, refusal)).toBe(toRefusalText(refusal))
    expect(toRefusalText(refusal)).toBe(
      '“Alpine Dawn” could not be added to your favorites: favorites list is full.',
    )
  })
})
