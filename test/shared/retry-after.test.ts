import { describe, expect, it } from 'vitest'
import { readRetryAfter, readRetryAfterSeconds } from '../../shared/retry-after.ts'

const asking = (value: string) => new Response('', { headers: { 'Retry-After': value } })
const now = Date.parse('2026-06-01T12:00:00.500Z')

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    ['Mon, 01 Jun 2026 12:01:00 GMT', 59_500],
    ['Mon, 01 Jun 2026 11:00:00 GMT', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('reads %j', (value, ms) => expect(readRetryAfter(asking(value), now)).toBe(ms))

  it('is absent without the header', () => {
    expect(readRetryAfter(new Response(''))).toBeUndefined()
  })
})

describe('readRetryAfterSeconds', () => {
  it('rounds up', () => {
    expect(readRetryAfterSeconds(asking('Mon, 01 Jun 2026 12:01:00 GMT'), now)).toBe(60)
  })
})
