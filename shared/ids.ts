const segment = String.raw`[^\s\p{Cc}/%?#&\\<>]`

/** 1 to 128 characters. Hosted ids may contain folders, joined by single slashes. */
export const wallpaperIdPattern = new RegExp(`^(?=.{1,128}$)${segment}+(?:/${segment}+)*$`, 'u')

export const isWallpaperId = (value: unknown): value is string =>
  typeof value === 'string' &&
  (plainId.test(value) || (wallpaperIdPattern.test(value) && !value.split('/').some(isDotSegment)))

/** Matches most ids quickly. The full pattern would cost a catalogue of a million rows half a second. */
const plainId = /^[\w-]{1,128}$/

const isDotSegment = (part: string) => part === '.' || part === '..'

/** Whether any identity provider could have a user of this name. Other names need no lookup. */
export const canBeUsername = (text: string): boolean =>
  /^[^\s\p{Cc}@/%]{1,128}$/u.test(text) && text.isWellFormed()
