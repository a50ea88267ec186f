import { textLocale } from './texts.ts'

const mb = 1024 * 1024

/** Writes a number of bytes in MB or GB, in the language of the page. */
export const writeBytes = (bytes: number, digits = 1): string => {
  const isLarge = bytes >= 1000 * mb
  const number = new Intl.NumberFormat(textLocale(), {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: digits,
  })
  return number.format(bytes / mb / (isLarge ? 1000 : 1))
}
