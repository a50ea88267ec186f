import type { PageProcess } from './device-types.ts'

/** `leave` and `drop` are about a note in localStorage, `sync` is about `storage.sync`, and the last two about an alarm. */
export type DurableAction = 'set' | 'remove' | 'leave' | 'drop' | 'sync' | 'plan' | 'cancel'

/** Something that a device stores or deletes for good. A process may end before it or after it. */
export interface DurableStep {
  process: PageProcess
  action: DurableAction
  entries: [key: string, value: unknown][]
}

export interface Watch {
  /** Hears of each write when the process asks for it, before the browser carries it out. */
  onSend: (process: PageProcess, entries: [string, unknown][]) => void
  endsBefore: (step: DurableStep) => boolean
  /** Hears of each step when it is made. */
  endsAfter: (step: DurableStep) => boolean
}

export const deviceSteps = [
  'a note is left',
  'a click is stored',
  'a note is dropped',
  'a click is adopted',
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

const named: [prefix: string, set: DeviceStepName, remove: DeviceStepName | undefined][] = [
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
  if (action === 'leave') return 'a note is left'
  if (action === 'drop') return 'a note is dropped'
  if (action === 'sync') return 'settings are synced'
  if (action === 'plan') return 'an alarm is set'
  if (action === 'cancel') return 'an alarm is canceled'
  const [key, value] = entries[0] ?? ['', undefined]
  if (isOutboxKey(key)) {
    if (action === 'remove') return 'a change is removed'
    if (isMark(value)) return 'a mark is stored'
    return process.kind === 'background' ? 'a click is adopted' : 'a click is stored'
  }
  const [, set, remove] = named.find(([prefix]) => key.startsWith(prefix)) ?? []
  return action === 'set' ? set : remove
}
