import { describe, expect, it } from 'vitest'
import { toPrintable } from '../../../server/cli/program.ts'

describe('toPrintable', () => {
  it('escapes characters that a terminal would obey', () => {
    expect(toPrintable('a\u001b[2J\r\n\u009b31m\u202egpj.exe')).toBe(
      'a\\u001b[2J\\u000d\\u000a\\u009b31m\\u202egpj.exe',
    )
  })

  it('does not change letters', () => {
    const line = '  upload          2  Küste/日本🌸.jpg, é.png'
    expect(toPrintable(line)).toBe(line)
  })
})
