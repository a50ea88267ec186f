const numbers = new Intl.NumberFormat('en')

/** `1 wallpaper`, `1,200 wallpapers`. */
export const countOf = (count: number, noun: string): string =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** A word of an index, which is lower-case there, as people write it within a sentence. */
export const written = (word: string): string => (word === 'amoled' ? 'AMOLED' : word)

/** A word of an index as it begins a sentence, or stands alone. */
export const capitalized = (word: string): string => {
  const text = written(word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A text of at most `length` characters for a description. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`

/** `2 wallpapers have left the catalogue.` */
export const goneText = (gone: number): string =>
  `${countOf(gone, 'wallpaper')} ${gone === 1 ? 'has' : 'have'} left the catalogue.`
