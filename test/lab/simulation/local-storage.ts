import type { SimulatedProcess } from './kernel.ts'
import type { DurableAction } from './steps.ts'

interface LocalStorageOptions {
  isFull: () => boolean
  onNoteChange: (process: SimulatedProcess, action: DurableAction, note?: string) => void
}

/** The localStorage of one device. What a page writes is stored at once. */
export interface LocalStorage {
  texts: Map<string, string>
  storageOf: (process: SimulatedProcess) => Storage
}

export const isNote = (key: string): boolean => key.startsWith('fresco.ahead/')

export const createLocalStorage = ({ isFull, onNoteChange }: LocalStorageOptions): LocalStorage => {
  const texts = new Map<string, string>()
  const storageOf = (process: SimulatedProcess): Storage => {
    const methods = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (!process.isRunning) return
        if (isFull()) throw new Error('QuotaExceededError')
        texts.set(key, `${text}`)
        if (isNote(key)) onNoteChange(process, 'write-note', text)
      },
      removeItem: (key: string) => {
        if (!process.isRunning) return
        texts.delete(key)
        if (isNote(key)) onNoteChange(process, 'delete-note')
      },
    }
    // `Object.entries` lists the texts, as it does in a browser.
    return new Proxy({} as Storage, {
      get: (_, name) => methods[name as keyof typeof methods] ?? texts.get(String(name)),
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: (_, key) => ({
        value: texts.get(String(key)),
        enumerable: true,
        configurable: true,
      }),
    })
  }
  return { texts, storageOf }
}
