import type { Heart } from '../../../extension/features/favorites/favorites.ts'
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
  'a click is acknowledged',
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
  ['favorites.owner', 'the owner is stored', undefined],
  ['favorites.sync', 'the status is stored', undefined],
  ['settings.stamps', 'the times of the settings are stored', undefined],
  ['settings', 'the settings are stored', undefined],
  ['account.local', 'a session is stored', undefined],
]

const heartsPrefix = 'favorites.hearts/'
const answersPrefix = 'favorites.answers/'

/** The heart in an entry of `storage.local`, if it is one. */
export const toHeart = (key: string, value: unknown): Heart | undefined =>
  key.startsWith(heartsPrefix) ? (value as Heart) : undefined

interface Answer {
  at: number
  refused?: string
}

/** Lists the clicks that a device has stored, each with its answer. */
export const listStoredHearts = (stored: ReadonlyMap<string, unknown>) =>
  [...stored].flatMap(([key, value]) => {
    const heart = toHeart(key, value)
    if (!heart) return []
    const answer = stored.get(key.replace(heartsPrefix, answersPrefix)) as Answer | undefined
    return [{ key, heart, answer: answer?.at === heart.at ? answer : undefined }]
  })

export const nameStep = ({ process, action, entries }: DurableStep): DeviceStepName | undefined => {
  if (action === 'write-note') return 'a note is written'
  if (action === 'delete-note') return 'a note is deleted'
  if (action === 'sync') return 'settings are synced'
  if (action === 'set-alarm') return 'an alarm is set'
  if (action === 'clear-alarm') return 'an alarm is canceled'
  const [key, value] = entries[0] ?? ['', undefined]
  if (action === 'set' && key.startsWith(answersPrefix))
    return (value as Answer).refused === undefined
      ? 'a click is acknowledged'
      : 'a refusal is stored'
  if (action === 'set' && toHeart(key, value)) {
    return process.kind === 'background' ? 'the background stores a click' : 'a click is stored'
  }
  const [, set, remove] = stepsByPrefix.find(([prefix]) => key.startsWith(prefix)) ?? []
  return action === 'set' ? set : remove
}
