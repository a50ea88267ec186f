import { describe, expect, it } from 'vitest'
import { parseJsonText, toJsonText } from '../../../server/catalogue/json-text.ts'

describe('parseJsonText', () => {
  const value = [{ name: 'caf\u00e9 日本 🌸' }, null, 7]

  it('reads what toJsonText wrote, also after a byte order mark', () => {
    expect(parseJsonText(toJsonText(value))).toEqual(value)
    expect(parseJsonText(Uint8Array.of(0xef, 0xbb, 0xbf, ...toJsonText(value)))).toEqual(value)
  })

  it('refuses text that is not UTF-8', () => {
    expect(() => parseJsonText(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(TypeError)
  })
})
