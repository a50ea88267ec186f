/** More words than anybody types to find a picture; each costs a look-up. */
const maxWords = 12

/**
 * The distinct words of a search, in lower case and without accents; never anything but letters
 * and digits, so whatever a search engine gives a meaning to is gone.
 */
export const toSearchWords = (q: string): string[] => {
  const plain = q
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))].slice(0, maxWords)
}
