import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../server/adapters/prepare-answer.ts'
import { expectDefined } from '../../expect-defined.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)

describe('prepareAnswer', () => {
  it.each([1_000, 50_000])('compresses %i bytes in both ways', (length) => {
    const body = toBytes('lake '.repeat(length / 5))
    const { gzip, br } = prepareAnswer(body)
    expect(gunzipSync(expectDefined(gzip)).equals(body)).toBe(true)
    expect(brotliDecompressSync(expectDefined(br)).equals(body)).toBe(true)
  })

  it('leaves a large body for the first who asks', () => {
    const { gzip, br, isCompressedLater } = prepareAnswer(toBytes('lake '.repeat(60_000)))
    expect({ gzip, br, isCompressedLater }).toEqual({
      gzip: undefined,
      br: undefined,
      isCompressedLater: true,
    })
  })

  it('leaves what fits a packet anyway', () => {
    const { gzip, br } = prepareAnswer(toBytes('short'))
    expect([gzip, br]).toEqual([undefined, undefined])
  })

  it('names other bytes by another validator, and the same bytes by the same', () => {
    const etagOf = (text: string) => prepareAnswer(toBytes(text)).etag
    expect(etagOf('[1]')).toBe(etagOf('[1]'))
    expect(etagOf('[1]')).not.toBe(etagOf('[2]'))
    expect(etagOf('[1]')).toMatch(/^"[\w-]+"$/)
  })
})
