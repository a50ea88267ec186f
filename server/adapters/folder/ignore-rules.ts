import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

export const ignoreFile = '.frescoignore'

export interface IgnoreRules {
  /** The folder's path, with a `/` at its end unless it is the topmost. */
  base: string
  patterns: Ignore
  above: IgnoreRules | undefined
}

// To compile 200 patterns takes 50 ms.
const [mostBytes, mostLines, longestLine] = [16_000, 200, 255]

/**
 * Reads the patterns of one folder. They are those of gitignore(5), except that upper and lower case are the same.
 * @param folder the absolute path
 * @throws Error with the reason when the file cannot be used
 */
export const readIgnoreRules = async (
  folder: string,
  base: string,
  above: IgnoreRules | undefined,
): Promise<IgnoreRules> => {
  const path = join(folder, ignoreFile)
  const file = await stat(path)
  if (!file.isFile()) throw new Error('it is not a regular file')
  if (file.size > mostBytes) throw new Error(`it is larger than ${mostBytes / 1_000} KB`)
  const text = decode(await readFile(path)).normalize('NFC')
  const lines = text.split('\n')
  if (lines.length > mostLines) throw new Error(`it has more than ${mostLines} lines`)
  if (lines.some(({ length }) => length > longestLine))
    throw new Error(`it has a line of more than ${longestLine} characters`)
  return { base, patterns: ignore().add(text), above }
}

const decode = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('it is not UTF-8')
  }
}

/** Returns whether the rules leave a path out. Of two folders, the patterns of the deeper one decide. */
export const isIgnored = (
  path: string,
  isFolder: boolean,
  rules: IgnoreRules | undefined,
): boolean => {
  if (rules === undefined) return false
  const inside = path.slice(rules.base.length).normalize('NFC')
  const { ignored, unignored } = rules.patterns.test(isFolder ? `${inside}/` : inside)
  return ignored || (!unignored && isIgnored(path, isFolder, rules.above))
}
