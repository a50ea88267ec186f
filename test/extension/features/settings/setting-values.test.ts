import { describe, expect, it } from 'vitest'
import {
  isList,
  noVeil,
  parseSource,
  parseVeil,
} from '../../../../extension/features/settings/setting-values.ts'

describe('parseSource', () => {
  it.each(['all', 'favorites', '@ada'])('keeps %s', (source) =>
    expect(parseSource(source)).toBe(source),
  )

  it.each([undefined, null, 7, '', '@', 'ada', 'everything'])('is everything for %j', (stored) =>
    expect(parseSource(stored)).toBe('all'),
  )
})

describe('isList', () => {
  it('is somebody, by name', () => {
    expect(['all', 'favorites', '@', '@ada'].filter(isList)).toEqual(['@ada'])
  })
})

describe('parseVeil', () => {
  it('keeps what can be laid over a picture', () => {
    expect(parseVeil({ dim: 35, blur: 12 })).toEqual({ dim: 35, blur: 12 })
  })

  it.each([undefined, null, 'x', { dim: '35', blur: Number.NaN }, { dim: -5, blur: -1 }])(
    'has no veil for %j',
    (stored) => expect(parseVeil(stored)).toEqual(noVeil),
  )

  it('leaves something of the picture, whatever is stored', () => {
    expect(parseVeil({ dim: 100, blur: 1e9 })).toEqual({ dim: 80, blur: 40 })
  })
})
