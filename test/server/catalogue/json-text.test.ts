import { describe, expect, it } from 'vitest'
import { parseJsonText, toJsonText } from '../../../server/catalogue/json-text.ts'
import { expectDefined } from '../../expect-defined.ts'

describe('parseJsonText', () => {
  const value = [{ name: 'caf\u00e9 日本 🌸' }, null, 7]
  const [whole] = toJsonText(value)

  it('reads what toJsonText wrote', () => {
    expect(parseJsonText([expectDefined(whole)])).toEqual(value)
  })

  it('reads pieces that end in the middle of a character', () => {
    expect(parseJsonText([...expectDefined(whole)].map((byte) => Uint8Array.of(byte)))).toEqual(
      value,
    )
  })

  it('reads a text that begins with a byte order mark', () => {
    expect(parseJsonText([Uint8Array.of(0xef, 0xbb, 0xbf), expectDefined(whole)])).toEqual(value)
  })

  it.each([
    ['', SyntaxError],
    ['[1', SyntaxError],
  ])('refuses %j', (text, error) => {
    expect(() => parseJsonText([new TextEncoder().encode(text)])).toThrow(error)
  })

  it('refuses text that is not UTF-8', () => {
    expect(() => parseJsonText([Uint8Array.of(0x22, 0xff, 0x22)])).toThrow(TypeError)
  })
})
