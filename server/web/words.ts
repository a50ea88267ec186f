const numbers = new Intl.NumberFormat('en')

/** `1 wallpaper`, `1,200 wallpapers`. */
export const countOf = (count: number, noun: string): string =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** The first letter large: index words are lower-case. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A text of at most `length` characters for a description. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
