import { expect, it } from 'vitest'
import { toRetryAfterSeconds } from '../../../../server/adapters/fetch/guarded-fetch.ts'

const now = Date.UTC(2026, 4, 1, 12, 0)

it.each([
  ['90', 90],
  [90, 90],
  [' 90 ', 90],
  ['Fri, 01 May 2026 12:01:30 GMT', 90],
  ['Fri, 01 May 2026 11:00:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('toRetryAfterSeconds reads %s as %s', (header, seconds) => {
  expect(toRetryAfterSeconds(header, now)).toBe(seconds)
})
