import type { BrowserKind, PageKind } from './device-types.ts'
import type { NetworkFaults } from './network.ts'
import type { Backend } from './server.ts'
import type { DeviceStepName, ServerStepName } from './steps.ts'

export type PersonName = 'ada' | 'eve'

interface OnDevice {
  device: number
}

/** Something that happens at a time. The times are in milliseconds. */
export type Step = { at: number } & (
  | ({ kind: 'open'; page: Exclude<PageKind, 'background'> } & OnDevice)
  | ({ kind: 'close'; tab: number } & OnDevice)
  | ({ kind: 'click'; tab: number; id: string; isBuiltIn?: boolean } & OnDevice)
  | ({ kind: 'sign-in'; person: PersonName } & OnDevice)
  | ({ kind: 'sign-out' } & OnDevice)
  | ({ kind: 'end-background' } & OnDevice)
  | ({ kind: 'close-browser' } & OnDevice)
  | ({ kind: 'open-browser' } & OnDevice)
  | ({ kind: 'online'; isOnline: boolean } & OnDevice)
  | ({ kind: 'full'; isFull: boolean } & OnDevice)
  | ({ kind: 'full-local-storage'; isFull: boolean } & OnDevice)
  | ({ kind: 'unreadable'; chance: number } & OnDevice)
  | ({ kind: 'clock'; skewMs: number } & OnDevice)
  | ({ kind: 'trap'; page: 'page' | 'background'; step: DeviceStepName; side: Side } & OnDevice)
  | ({ kind: 'choose-server'; server: ChosenServer } & OnDevice)
  | ({ kind: 'block'; id: string } & OnDevice)
  | ({ kind: 'name'; name: string } & OnDevice)
  | { kind: 'network'; faults: Partial<NetworkFaults> }
  | { kind: 'crash'; replica: number }
  | { kind: 'restart'; replica: number }
  | { kind: 'replica-trap'; step: ServerStepName; side: Side }
  | { kind: 'clerk'; ms: number; failures: number }
  | { kind: 'redis'; ms: number; isAway: boolean }
  | { kind: 'end-sessions'; person: PersonName }
)

export const stepKinds: Step['kind'][] = [
  'open',
  'close',
  'click',
  'sign-in',
  'sign-out',
  'end-background',
  'close-browser',
  'open-browser',
  'online',
  'full',
  'full-local-storage',
  'unreadable',
  'clock',
  'trap',
  'choose-server',
  'block',
  'name',
  'network',
  'crash',
  'restart',
  'replica-trap',
  'clerk',
  'redis',
  'end-sessions',
]

/** Which server a device uses: the one with the accounts, another one, or none. */
export type ChosenServer = 'first' | 'other' | 'none'

type Side = 'before' | 'after'

export interface DeviceSetup {
  browser: BrowserKind
  latencyMs: number
  signedIn?: PersonName
  /** Ids of the server's wallpapers that got a heart on the device before a person chose the server. */
  localHearts?: string[]
}

export interface Scenario {
  backend: Backend
  people: PersonName[]
  devices: DeviceSetup[]
  networkMs: number
  /** True if the backgrounds also sync the settings between the devices. */
  hasSettings?: boolean
  steps: Step[]
}

export const deviceNames = ['laptop', 'tower', 'tablet'] as const

/** An id that the server refuses. */
export const refusedId = 'no?'
