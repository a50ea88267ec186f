import { browser } from 'wxt/browser'
import { fromJson, toRecord, toText } from '../unknown.ts'
import { watchPrefix } from './stored-item.ts'

/** Entries in the extension storage that only ever come and go as a whole. */
export interface StoredLog<T> {
  list(): Promise<{ key: string; entry: T }[]>
  /**
   * Keeps an entry. The browser has it when this returns its promise: it may be closed at once. What
   * could not be stored by then is at the next `recover`, unless `slot` was written again.
   */
  append(name: string, entry: T, slot?: string): Promise<void>
  /** Stores what a browser that was closed had no time for. */
  recover(): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Calls back when entries come or go, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

interface StoredLogOptions<T> {
  key: string
  parse: (stored: unknown) => T | undefined
  ahead?: WriteAhead
}

/**
 * Every entry has a key of its own, so nothing is read before it is written: no lock, no change of
 * another tab that is overwritten, and no moment in which closing the page loses it.
 */
export const createStoredLog = <T>({
  key,
  parse,
  ahead = createWriteAhead(),
}: StoredLogOptions<T>): StoredLog<T> => {
  const prefix = `${key}/`
  return {
    list: async () =>
      Object.entries(await browser.storage.local.get(null))
        .filter(([name]) => name.startsWith(prefix))
        .flatMap(([name, stored]) => {
          const entry = parse(stored)
          return entry === undefined ? [] : [{ key: name, entry }]
        }),
    append: (name, entry, slot = name) => ahead.write(prefix + slot, prefix + name, entry),
    recover: ahead.finish,
    remove: (keys) => browser.storage.local.remove([...keys]),
    onChange: (listener) => watchPrefix(prefix, listener),
  }
}

const prefix = 'fresco.ahead/'
/** A note that another page is still busy with is gone by then. */
const defaultGraceMs = 1_000

/** Writes to the extension storage that survive the browser's being closed at the same moment. */
export interface WriteAhead {
  /** Stores `value` under `key`. A later write with the same slot takes the place of this one. */
  write(slot: string, key: string, value: unknown): Promise<void>
  /** Ends what an earlier page could only begin. */
  finish(): Promise<void>
}

type Notes = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface WriteAheadDeps {
  notes?: Notes | undefined
  graceMs?: number
}

/**
 * Firefox stores in several steps between its processes, and drops a write whose last step it has not
 * made when it is closed. localStorage has a value in one step and keeps it when the browser is closed,
 * so a note of the write is left there until the storage has it.
 */
export const createWriteAhead = ({
  notes = findNotes(),
  graceMs = defaultGraceMs,
}: WriteAheadDeps = {}): WriteAhead => ({
  write: async (slot, key, value) => {
    const note = JSON.stringify({ key, value })
    leave(notes, prefix + slot, note)
    await browser.storage.local.set({ [key]: value })
    drop(notes, prefix + slot, note)
  },
  finish: async () => {
    const found = listNotes(notes)
    if (found.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    for (const [slot, note] of found) await finish(notes, slot, note)
  },
})

const finish = async (notes: Notes | undefined, slot: string, note: string): Promise<void> => {
  if (notes?.getItem(slot) !== note) return
  const { key, value } = toRecord(fromJson(note))
  if (toText(key)) await browser.storage.local.set({ [toText(key)]: value })
  drop(notes, slot, note)
}

/** Chromium's background has no localStorage, and the browser's settings may block it. */
const findNotes = (): Notes | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return
  }
}

/** Best effort: it may be full. */
const leave = (notes: Notes | undefined, slot: string, note: string): void => {
  try {
    notes?.setItem(slot, note)
  } catch {
    // Then the write is as safe as the browser makes it.
  }
}

/** Only its own: a later write of the same slot is not stored yet. */
const drop = (notes: Notes | undefined, slot: string, note: string): void => {
  if (notes?.getItem(slot) === note) notes.removeItem(slot)
}

const listNotes = (notes: Notes | undefined): (readonly [slot: string, note: string])[] =>
  Array.from({ length: notes?.length ?? 0 }, (_, index) => notes?.key(index) ?? '')
    .filter((slot) => slot.startsWith(prefix))
    .map((slot) => [slot, notes?.getItem(slot) ?? ''] as const)
