import { fromJson, toRecord, toText } from './unknown.ts'

const KEY = 'fresco.next'

/**
 * What a tab leaves for the next one. It is kept in localStorage, because only that can be read
 * before the first frame; being wrong costs one frame of another colour, nothing else.
 */
export type Hint = {
  /** The wallpaper that the next tab will probably show. */
  id: string
  color: string
}

export const readHint = (): Hint => {
  const stored = toRecord(fromJson(localStorage.getItem(KEY)))
  return { id: toText(stored.id), color: toText(stored.color) }
}

export const writeHint = (hint: Hint): void => localStorage.setItem(KEY, JSON.stringify(hint))
