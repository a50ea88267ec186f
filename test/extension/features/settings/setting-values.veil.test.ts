import { describe, expect, it } from 'vitest'
import { noVeil, parseVeil } from '../../../../extension/features/settings/setting-values.ts'

describe('parseVeil', () => {
  it('keeps what can be laid over a picture', () => {
    expect(parseVeil({ dim: 35, blur: 12 })).toEqual({ dim: 35, blur: 12 })
  })

  it.each([undefined, null, 'x', { dim: '35', blur: Number.NaN }, { dim: -5, blur: -1 }])(
    'is no veil at all for %j',
    (stored) => expect(parseVeil(stored)).toEqual(noVeil),
  )

  it('leaves something of the picture, whatever is stored', () => {
    expect(parseVeil({ dim: 100, blur: 1e9 })).toEqual({ dim: 80, blur: 40 })
  })
})
