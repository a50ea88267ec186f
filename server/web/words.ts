import { cut } from '../../shared/text.ts'

// Made when a page first needs it, because the first use of `Intl` takes 7 MB of memory.
let numbers: Intl.NumberFormat | undefined

export const countOf = (count: number, noun: string): string => {
  numbers ??= new Intl.NumberFormat('en')
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

export const written = (word: string): string => (word === 'amoled' ? 'AMOLED' : word)

export const capitalized = (word: string): string => {
  const text = written(word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${cut(text, length - 1).trimEnd()}…`

export const goneText = (gone: number): string =>
  `${countOf(gone, 'wallpaper')} ${gone === 1 ? 'is' : 'are'} no longer in the catalogue.`

export const presentText = (present: number, gone: number): string =>
  gone === 0
    ? countOf(present, 'wallpaper')
    : `${present} of ${countOf(present + gone, 'wallpaper')}; ${gone} ${gone === 1 ? 'is' : 'are'} no longer in the catalogue`

/** Returns the date in UTC, such as `2026-11-22`. `time` is in milliseconds since 1970. */
export const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
