import type { PageProcess } from './device-types.ts'

/** `set` and `remove` are about `storage.local`, and `sync` is about `storage.sync`. */
export type DurableAction =
  | 'set'
  | 'remove'
  | 'write-note'
  | 'delete-note'
  | 'sync'
  | 'set-alarm'
  | 'clear-alarm'

/** A change that stays when its process ends, such as that of an entry, a note or an alarm. */
export interface DurableStep {
  process: PageProcess
  action: DurableAction
  entries: [key: string, value: unknown][]
}

export interface Watch {
  /** Hears of each write when the process asks for it, before the browser carries it out. */
  onSend: (process: PageProcess, entries: [string, unknown][]) => void
  /** Returns true if the process ends now, without the step. */
  endsBefore: (step: DurableStep) => boolean
  /** Hears of each step when it is made. Returns true if the process ends now. */
  endsAfter: (step: DurableStep) => boolean
}

export const deviceSteps = [
  'a note is written',
  'a click is stored',
  'a note is deleted',
  'the background stores a click',
  'a list is confirmed',
  'a mark is stored',
  'a change is removed',
  'a refusal is stored',
  'the owner is stored',
  'a list is deleted',
  'the status is stored',
  'a session is stored',
  'an alarm is set',
  'an alarm is canceled',
] as const

export const settingsSteps = [
  'the settings are stored',
  'the times of the settings are stored',
  'settings are synced',
] as const

export const serverSteps = [
  'a request arrives',
  'the lock is taken',
  'the list is read',
  'the list is written',
  'the answer leaves',
] as const

export type DeviceStepName = (typeof deviceSteps)[number] | (typeof settingsSteps)[number]
export type ServerStepName = (typeof serverSteps)[number]

// The first prefix that fits counts, so a longer one comes first.
const stepsByPrefix: [prefix: string, set: DeviceStepName, remove: DeviceStepName | undefined][] = [
  ['favorites.confirmed/', 'a list is confirmed', 'a list is deleted'],
  ['favorites.refused/', 'a refusal is stored', undefined],
  ['favorites.owner', 'the owner is stored', undefined],
  ['favorites.sync', 'the status is stored', undefined],
  ['settings.stamps', 'the times of the settings are stored', undefined],
  ['settings', 'the settings are stored', undefined],
  ['account.local', 'a session is stored', undefined],
]

export const isOutboxKey = (key: string): boolean => key.startsWith('favorites.outbox/')

export const isMark = (value: unknown): boolean =>
  (value as { isSettled?: unknown } | undefined)?.isSettled === true

export const nameStep = ({ process, action, entries }: DurableStep): DeviceStepName | undefined => {
  if (action === 'write-note') return 'a note is written'
  if (action === 'delete-note') return 'a note is deleted'
  if (action === 'sync') return 'settings are synced'
  if (action === 'set-alarm') return 'an alarm is set'
  if (action === 'clear-alarm') return 'an alarm is canceled'
  const [key, value] = entries[0] ?? ['', undefined]
  if (isOutboxKey(key)) {
    if (action === 'remove') return 'a change is removed'
    if (isMark(value)) return 'a mark is stored'
    return process.kind === 'background' ? 'the background stores a click' : 'a click is stored'
  }
  const [, set, remove] = stepsByPrefix.find(([prefix]) => key.startsWith(prefix)) ?? []
  return action === 'set' ? set : remove
}
