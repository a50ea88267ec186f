const segment = String.raw`[^\s\p{Cc}/%?#&\\<>]`

/**
 * A wallpaper's id: its file name in the index without the extension, 1 to 128 characters.
 * A hosted image's `public_id` may have folders: the same characters, joined by single slashes.
 */
export const idPattern = new RegExp(`^(?=.{1,128}$)${segment}+(?:/${segment}+)*$`, 'u')

/** Whether `value` can be a wallpaper's id at all (it may still be unknown to the catalogue). */
export const isWallpaperId = (value: unknown): value is string =>
  typeof value === 'string' &&
  (plainId.test(value) || (idPattern.test(value) && !value.split('/').some(isDotSegment)))

/** What most ids are: the whole rule costs a catalogue of a million rows half a second. */
const plainId = /^[\w-]{1,128}$/

const isDotSegment = (part: string) => part === '.' || part === '..'
