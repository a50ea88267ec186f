import { readLocal, writeLocal } from './local-text.ts'
import { fromJson, toRecord, toText } from './unknown.ts'

const key = 'fresco.next'

/** What a tab leaves for the next one. Being wrong costs one frame of another color, nothing else. */
export interface Hint {
  /** What the picture that the next tab will probably show is stored under. */
  key: string
  color: string
}

/** Empty when there is none, or the browser's settings block the storage. */
export const readHint = (): Hint => {
  const stored = toRecord(fromJson(readLocal(key)))
  return { key: toText(stored.key), color: toText(stored.color) }
}

export const writeHint = (hint: Hint): void => writeLocal(key, JSON.stringify(hint))
