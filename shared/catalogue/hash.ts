// Mixes the bits of a number like the last step of the hash MurmurHash3. Returns a signed 32-bit number.
export const mix32 = (value: number): number => {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

export const hash32 = (text: string, salt = 0): number => {
  let hash = mix32(salt ^ 0x9e3779b9)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix32(hash ^ text.length) >>> 0
}

/** Counts the ones in a word (Warren, "Hacker's Delight", section 5-1). */
export const countBits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const hash53 = (text: string, salt: number): number =>
  hash32(text, salt) * 2 ** 21 + (hash32(text, salt ^ 1) >>> 11)
