import { fromJson, toRecord, toText } from './unknown.ts'

const KEY = 'fresco.next'

/**
 * What a tab leaves for the next one. It is kept in localStorage, because only that can be read
 * before the first frame; being wrong costs one frame of another colour, nothing else.
 */
export type Hint = {
  /** What the picture that the next tab will probably show is stored under. */
  key: string
  color: string
}

/** Empty when there is none, or the browser's settings block the storage. */
export const readHint = (): Hint => {
  const stored = toRecord(fromJson(readText()))
  return { key: toText(stored.key), color: toText(stored.color) }
}

const readText = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Best effort: localStorage may be blocked or full, and a tab can do without a hint. */
export const writeHint = (hint: Hint): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(hint))
  } catch {
    // Then the next tab starts in the colour of nothing known.
  }
}
