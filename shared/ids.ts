/** An id has at most 255 characters, as at Cloudinary. */
export const maxIdCharacters = 255
const refused = String.raw`\x00-\x1f\x7f-\x9f/%?#&\\<>`
const character = `[^${refused}]`
const edge = String.raw`[^\s${refused}]`

/**
 * The ids that routes list and that favorites accept, up to their length. An image host may have folder names in an id,
 * joined by single slashes, and spaces within the names. The OpenAPI document publishes the pattern, so it has no
 * `\p{…}` and no look-around, which many validators do not understand.
 */
export const wallpaperIdPattern = new RegExp(`^${edge}(?:(?:/?${character})*/?${edge})?$`)

const fits = new RegExp(`^[^]{1,${maxIdCharacters}}$`, 'u')

export const isWallpaperId = (value: unknown): value is string =>
  typeof value === 'string' &&
  (plainId.test(value) ||
    (fits.test(value) &&
      wallpaperIdPattern.test(value) &&
      !value.split('/').some(isDotSegment) &&
      // Storing a lone surrogate as UTF-8 would turn two different ids into the same id.
      value.isWellFormed()))

// Matches most wallpaper ids. For a million rows, the full pattern alone would take half a second longer.
const plainId = /^[\w-]{1,128}$/

/** Returns whether a row of a catalogue may have this id. Ids of rows are shorter than others and have no spaces. */
export const isRowId = (id: string): boolean =>
  plainId.test(id) || (isWallpaperId(id) && /^[^\s]{1,128}$/u.test(id))

/** `/api/wallpapers/index`, `/search` and `/today` are routes, so no file gets one of these names as its id. */
export const routeNames: ReadonlySet<string> = new Set(['index', 'search', 'today'])

const isDotSegment = (part: string) => part === '.' || part === '..'

/** Decodes a part of a URL. A part with a malformed percent-encoding is returned unchanged. */
export const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Encodes a file's path for a URL. Slashes stay. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')

// Recognizes a usual file name, which needs no URL encoding. The test takes a fifth of the time of encoding.
const isPlain = /^[\w.-]+$/

/** Returns whether a user of any identity provider could have this username. Other names need no look-up. */
export const canBeUsername = (text: string): boolean =>
  /^[^\s\p{Cc}@/%]{1,128}$/u.test(text) && text.isWellFormed()
