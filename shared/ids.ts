const segment = String.raw`[^\s\p{Cc}/%?#&\\<>]`

/**
 * A wallpaper id has 1 to 128 characters. Ids at an image host may contain folder names, joined by single slashes.
 */
export const wallpaperIdPattern = new RegExp(`^(?=.{1,128}$)${segment}+(?:/${segment}+)*$`, 'u')

export const isWallpaperId = (value: unknown): value is string =>
  typeof value === 'string' &&
  (plainId.test(value) || (wallpaperIdPattern.test(value) && !value.split('/').some(isDotSegment)))

/**
 * Matches most wallpaper ids quickly. With the full pattern alone, checking a catalogue of a million rows would take
 * half a second longer.
 */
const plainId = /^[\w-]{1,128}$/

const isDotSegment = (part: string) => part === '.' || part === '..'

/** Decodes a part of a URL. A part with a malformed percent-encoding is returned unchanged. */
export const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Tells whether a user of any identity provider could have this username. Other names need no look-up. */
export const canBeUsername = (text: string): boolean =>
  /^[^\s\p{Cc}@/%]{1,128}$/u.test(text) && text.isWellFormed()
