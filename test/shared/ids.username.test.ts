import { describe, expect, it } from 'vitest'
import { canBeUsername } from '../../shared/ids.ts'

describe('canBeUsername', () => {
  it.each(['ada', 'Ada.1', 'ada_l', 'ada-l', 'été', 'a'.repeat(128)])('takes %s', (text) => {
    expect(canBeUsername(text)).toBe(true)
  })

  it.each(['', ' ', 'a b', '@ada', 'a/b', '100%', 'a\u0000', '\ud800', 'a'.repeat(129)])(
    'refuses %j',
    (text) => expect(canBeUsername(text)).toBe(false),
  )
})
