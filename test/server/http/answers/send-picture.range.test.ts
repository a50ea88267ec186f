import { describe, expect, it } from 'vitest'
import { parseByteRange } from '../../../../server/http/answers/send-picture.ts'

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-9', { from: 0, to: 10 }],
    ['bytes=90-', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-1000', { from: 0, to: 100 }],
    ['bytes=50-1000', { from: 50, to: 100 }],
    ['bytes=99-99', { from: 99, to: 100 }],
    ['Bytes= 0-0 ', { from: 0, to: 1 }],
  ])('reads %s of 100 bytes', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'finds nothing of 100 bytes in %s',
    (header) => {
      expect(parseByteRange(header, 100)).toBe('unsatisfiable')
    },
  )

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1.5-3',
    'bytes=0-1,5-6',
    'lines=0-9',
  ])('asks for everything with %j', (header) => {
    expect(parseByteRange(header, 100)).toBeUndefined()
  })

  it('finds nothing in an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=-5'])
      expect(parseByteRange(header, 0)).toBe('unsatisfiable')
  })
})
