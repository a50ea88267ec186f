import type { SimulatedProcess } from './kernel.ts'
import type { Random } from './random.ts'

export type BrowserKind = 'chromium' | 'firefox'
export type PageKind = 'tab' | 'options' | 'background'

export interface PageProcess extends SimulatedProcess {
  kind: PageKind
  device: Device
  /** Called when the process ends. They cancel its requests and transactions. */
  onEnd: Set<() => void>
}

export interface Device {
  name: string
  browser: BrowserKind
  isOpen: boolean
  isOnline: boolean
  isFull: boolean
  /** True if writing to localStorage fails. */
  isLocalStorageFull: boolean
  /** The chance that reading from the storage fails. */
  unreadable: number
  /** How far its clock is from the right time. */
  skewMs: number
  random: Random
  stored: Map<string, unknown>
  /** What `storage.sync` holds on this device. */
  synced: Map<string, unknown>
  /** The texts in localStorage. */
  localStorageTexts: Map<string, string>
  pages: PageProcess[]
  background: () => PageProcess | undefined
  start: (kind: PageKind, work: (process: PageProcess) => void) => PageProcess
  end: (process: PageProcess) => void
  open: () => void
  close: () => void
  install: () => void
  /** Changes entries of `storage.sync` on this device, and tells its pages. */
  receive: (entries: [string, unknown][]) => void
  setOnline: (isOnline: boolean) => void
  setClock: (skewMs: number) => void
  hasAlarm: (name: string) => boolean
}
