import { hash53 } from '../../shared/catalogue/hash.ts'

/**
 * Gives each text the name of a file or folder that every system accepts: the text itself if possible. Texts that some
 * systems take for the same name all get a digest, so that no name depends on the order of the texts.
 */
export const toPortableNames = (texts: readonly string[]): ReadonlyMap<string, string> => {
  const distinct = [...new Set(texts)]
  const counts = new Map<string, number>()
  for (const text of distinct) counts.set(fold(text), (counts.get(fold(text)) ?? 0) + 1)
  return new Map(
    distinct.map((text) => [
      text,
      isPortable(text) && counts.get(fold(text)) === 1 ? text.normalize('NFC') : withDigest(text),
    ]),
  )
}

// macOS and Windows compare names without case, and macOS also without the form of accents.
const fold = (text: string) => text.normalize('NFC').toLowerCase()

// Names that Windows refuses (learn.microsoft.com/windows/win32/fileio/naming-a-file), and names that begin with a dot,
// which many hosts leave out. File systems accept 255 bytes. The name of a temporary file is longer and must fit, too.
const isPortable = (text: string) =>
  !/[\p{Cc}<>:"/\\|?*]|^\.|[. ]$/u.test(text) &&
  !/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i.test(text) &&
  new TextEncoder().encode(text).length <= 150

const withDigest = (text: string) => {
  const stem = text.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 50)
  return `${stem}-${hash53(text, 0).toString(16).padStart(14, '0')}`
}
