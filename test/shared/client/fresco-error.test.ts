import { describe, expect, it } from 'vitest'
import { readRetryAfter } from '../../../shared/client/fresco-error.ts'

const asking = (value: string) => new Response('', { headers: { 'Retry-After': value } })

describe('readRetryAfter', () => {
  const now = Date.parse('2026-06-01T12:00:00Z')

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Mon, 01 Jun 2026 12:01:00 GMT', 60_000],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads %j', (value, ms) => expect(readRetryAfter(asking(value), now)).toBe(ms))

  it('is absent without the header', () => {
    expect(readRetryAfter(new Response(''))).toBeUndefined()
  })
})
