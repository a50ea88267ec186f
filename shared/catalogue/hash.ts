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

export const hash53 = (text: string, salt: number): number =>
  hash32(text, salt) * 2 ** 21 + (hash32(text, salt ^ 1) >>> 11)
