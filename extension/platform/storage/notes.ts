import { fromJson } from '../../../shared/unknown.ts'
import { findLocalStorage } from './local-text.ts'
import { scope } from './scope.ts'

const prefix = `fresco.ahead${scope}/`

/**
 * Copies of values that a page is about to store. The browser stores a value in several steps, and loses it if its page is
 * closed before the last one. localStorage needs one step. Chromium's background cannot see notes.
 */
export const createNotes = (texts: Storage | undefined = findLocalStorage()) => ({
  /** Leaves a note of `value`, which replaces an earlier one under the same name. */
  leave: (name: string, value: unknown) => {
    const note = JSON.stringify(value)
    try {
      texts?.setItem(prefix + name, note)
    } catch {
      // localStorage is full or blocked. Without a note, the value may be lost if the browser is closed now.
    }
    const left = texts?.getItem(prefix + name)
    return {
      /** False if a later note has replaced this one, or another page has stored its value. */
      isLatest: () => texts?.getItem(prefix + name) === left,
      forget: () => drop(texts, prefix + name, note),
    }
  },
  /** Passes the values of all notes to `store`, and removes the notes of those that it has stored. */
  recover: async (store: (value: unknown) => Promise<void>): Promise<void> => {
    for (const [name, note] of Object.entries<string>(texts ?? {})) {
      if (!name.startsWith(prefix)) continue
      await store(fromJson(note))
      drop(texts, name, note)
    }
  },
})

// A later note under the same name is of a value that is not stored yet, so it stays.
const drop = (texts: Storage | undefined, name: string, note: string) => {
  if (texts?.getItem(name) === note) texts.removeItem(name)
}

/** Calls `listener` when a page leaves a note, but never in Chromium's background, which has no localStorage. */
export const onNote = (listener: () => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(prefix)) listener()
  })
