import { describe, expect, it } from 'vitest'
import { cutParts } from '../../../server/metadata/picture-bytes.ts'

describe('cutParts', () => {
  const file = [...'0123456789']
  const parts = [{ from: 1, to: 4 }, Uint8Array.of(7, 8), { from: 8, to: 10 }]
  const read = (from: number, to: number) =>
    cutParts(parts, { from, to }).flatMap((part) =>
      'from' in part ? file.slice(part.from, part.to) : [...part].map((byte) => `#${byte}`),
    )
  const all = ['1', '2', '3', '#7', '#8', '8', '9']

  it('returns every range of what the parts are together', () => {
    expect(read(0, 7)).toEqual(all)
    for (let from = 0; from < 7; from += 1)
      for (let to = from; to <= 7; to += 1) expect(read(from, to)).toEqual(all.slice(from, to))
  })
})
