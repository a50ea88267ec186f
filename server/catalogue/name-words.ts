/**
 * The distinct words of a file name, in lower case: what stands between `-`, `_` and blanks
 * (spec §4.2). Folders before the name do not count.
 */
export const toNameWords = (id: string): string[] => {
  const words = id
    .slice(id.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[-_\s]+/)
  return words.filter((word, at) => word !== '' && words.indexOf(word) === at)
}
