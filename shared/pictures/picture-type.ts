/** Enough of a file to find its type: the list of brands of an AVIF file is in the first box. */
export const typeBytes = 64

/**
 * Returns the media type of a picture from the first bytes of its file, or `undefined` if it is not a picture.
 * Browsers recognize the same signatures (WHATWG MIME Sniffing §6.1; AVIF §4 for its brands).
 */
export const toPictureType = (start: Uint8Array): PictureType | undefined => {
  // Latin-1 turns each byte into one character.
  const text = String.fromCharCode(...start.subarray(0, typeBytes))
  return signatures.find(({ pattern }) => pattern.test(text))?.type
}

const signatures = [
  { type: 'image/jpeg', pattern: /^\xff\xd8\xff/ },
  { type: 'image/png', pattern: /^\x89PNG\r\n.\n/s },
  { type: 'image/webp', pattern: /^RIFF.{4}WEBPVP/s },
  { type: 'image/avif', pattern: /^\0\0\0.ftyp(?:.{4})*avi[fs]/s },
  { type: 'image/gif', pattern: /^GIF8[79]a/ },
] as const

export type PictureType = (typeof signatures)[number]['type']
