/** Mixes all bits of a 32-bit number (the finalizer of MurmurHash3). The result is signed. */
export const mix32 = (value: number): number => {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** A 32-bit hash of a text. Each `salt` gives an independent hash. Not for secrets. */
export const hash32 = (text: string, salt = 0): number => {
  let hash = mix32(salt ^ 0x9e3779b9)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix32(hash ^ text.length) >>> 0
}

export const hash53 = (text: string, salt = 0): number => {
  let one = mix32(salt ^ 0x9e3779b9)
  let other = mix32(salt ^ 0x9e3779b8)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x01000193)
  }
  const high = mix32(one ^ text.length) >>> 0
  return high * 2 ** 21 + (mix32(other ^ text.length) >>> 11)
}
