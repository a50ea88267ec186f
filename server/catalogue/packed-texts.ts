import { toSharedBytes, toSharedUint32 } from './shared-arrays.ts'

/** Many texts in two arrays: text `n` is the UTF-8 from `starts[n]` to `starts[n + 1]`. */
export interface PackedTexts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

const decoder = new TextDecoder()

export const textAt = ({ bytes, starts }: PackedTexts, at: number): string => {
  const text = bytes.subarray(starts[at], starts[at + 1])
  return isShortAscii(text)
    ? Reflect.apply(String.fromCharCode, undefined, text)
    : decoder.decode(text)
}

/** Most names are, and a decoder takes four times as long for them. */
const isShortAscii = (text: Uint8Array): boolean => {
  if (text.length > 128) return false
  for (const byte of text) if (byte > 0x7f) return false
  return true
}

export const countTexts = ({ starts }: PackedTexts): number => starts.length - 1

export interface TextsPacker {
  add(text: string): void
  pack(): PackedTexts
}

export const createTextsPacker = (): TextsPacker => {
  const encoder = new TextEncoder()
  const starts = [0]
  let bytes = new Uint8Array(1024)
  let used = 0
  return {
    add: (text) => {
      // A UTF-16 unit is 3 bytes at most.
      if (used + text.length * 3 > bytes.length) bytes = grown(bytes, used + text.length * 3)
      used += encoder.encodeInto(text, bytes.subarray(used)).written
      starts.push(used)
    },
    pack: () => ({
      bytes: toSharedBytes(bytes.subarray(0, used)),
      starts: toSharedUint32(starts),
    }),
  }
}

/** A copy with room for at least `length`, and for as much again as there was. */
export const grown = (bytes: Uint8Array<ArrayBuffer>, length: number) => {
  const larger = new Uint8Array(Math.max(length, bytes.length * 2))
  larger.set(bytes)
  return larger
}
