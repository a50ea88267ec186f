import type { Settings } from '../../../extension/features/settings/settings.ts'
import type { BrowserKind } from './device-types.ts'
import { createStream, pick } from './random.ts'

/** How the catalogues and the connection to them behave. Chances are from 0 to 1. */
export interface DeckNetwork {
  slownessMs: number
  failures: number
  /** The chance that a catalogue asks for a longer wait. */
  refusals: number
  pictureFailures: number
  /** The chance that the browser cannot decode a downloaded picture. */
  broken: number
}

export type DeckStep = { at: number } & (
  | { kind: 'open' | 'close' | 'next' | 'previous' | 'pin' | 'block'; tab: number }
  /** The settings page or another device blocks the current wallpaper (0) or a waiting one. */
  | { kind: 'block-elsewhere'; place: number }
  | { kind: 'choose'; settings: Partial<Settings> }
  | { kind: 'network'; network: DeckNetwork }
  | { kind: 'online' | 'system-dark'; isOn: boolean }
  /** The disk has room for so many more bytes. */
  | { kind: 'disk'; room: number }
  | { kind: 'database'; latencyMs: number; failures: number }
  | { kind: 'clock'; skewMs: number }
  /** The chance that a page and that a background ends with each transaction and each write. */
  | { kind: 'endings'; page: number; background: number }
  | { kind: 'end-background' | 'open-browser' }
  | { kind: 'close-browser'; isPowerCut: boolean }
)

export const deckStepKinds: DeckStep['kind'][] = [
  'open',
  'close',
  'next',
  'previous',
  'pin',
  'block',
  'block-elsewhere',
  'choose',
  'network',
  'online',
  'system-dark',
  'disk',
  'database',
  'clock',
  'endings',
  'end-background',
  'close-browser',
  'open-browser',
]

export interface DeckScenario {
  browser: BrowserKind
  /** How many wallpapers each catalogue has. */
  catalogues: number[]
  darkShare: number
  /** The bytes of the largest picture. */
  largest: number
  steps: DeckStep[]
}

const minuteMs = 60_000
const dayMs = 86_400_000
const megabyte = 1024 * 1024

export const calmNetwork: DeckNetwork = {
  slownessMs: 200,
  failures: 0,
  refusals: 0,
  pictureFailures: 0,
  broken: 0,
}

/** Makes a scenario in which a person opens tabs, chooses wallpapers and changes settings. */
export const makeDeckScenario = (seed: number): DeckScenario => {
  const random = createStream(`${seed}/deck`)
  const chance = (share: number) => random() < share
  const between = (least: number, most: number) => least + random() * (most - least)
  const faults = new Set(
    ['network', 'online', 'disk', 'database', 'clock', 'endings', 'closing', 'settings'].filter(
      () => chance(0.5),
    ),
  )
  const steps: DeckStep[] = [{ at: 100, kind: 'open', tab: 0 }]
  let at = 200
  const restore = (kind: 'online' | 'open-browser', until: number) =>
    steps.push(kind === 'online' ? { at: until, kind, isOn: true } : { at: until, kind })
  const addFault = (fault: string) => {
    const until = at + between(100, 4 * minuteMs)
    if (fault === 'network') {
      const rate = () => (chance(0.5) ? random() : 0)
      const network: DeckNetwork = {
        slownessMs: pick(random, [50, 2_000, 12_000]),
        failures: rate(),
        refusals: rate() / 2,
        pictureFailures: rate(),
        broken: chance(0.6) ? random() : 0,
      }
      steps.push({ at, kind: 'network', network })
      steps.push({ at: until, kind: 'network', network: calmNetwork })
    } else if (fault === 'online') {
      steps.push({ at, kind: 'online', isOn: false })
      restore('online', until)
    } else if (fault === 'disk') {
      steps.push({ at, kind: 'disk', room: between(-3, 30) * megabyte })
      steps.push({ at: until, kind: 'disk', room: Number.MAX_SAFE_INTEGER })
    } else if (fault === 'database') {
      const failures = chance(0.5) ? random() : 0
      steps.push({ at, kind: 'database', latencyMs: pick(random, [5, 100, 1_000]), failures })
      steps.push({ at: until, kind: 'database', latencyMs: 3, failures: 0 })
    } else if (fault === 'clock') {
      const skewMs = pick(random, [-2 * dayMs, -3_600_000, 0, 5_000, 3_600_000, 3 * dayMs])
      steps.push({ at, kind: 'clock', skewMs })
    } else if (fault === 'endings') {
      if (chance(0.4)) steps.push({ at, kind: 'end-background' })
      else {
        steps.push({
          at,
          kind: 'endings',
          page: chance(0.5) ? random() * 0.3 : 0,
          background: chance(0.5) ? random() * 0.2 : 0,
        })
        steps.push({ at: until, kind: 'endings', page: 0, background: 0 })
      }
    } else if (fault === 'closing') {
      steps.push({ at, kind: 'close-browser', isPowerCut: chance(0.5) })
      restore('open-browser', until)
    } else steps.push({ at, kind: 'choose', settings: makeChoice() })
  }
  const makeChoice = (): Partial<Settings> => {
    const what = random()
    if (what < 0.35)
      return { rotation: pick(random, ['tab', 'tab', 'hour', 'day', 'today', 'ask'] as const) }
    if (what < 0.6)
      return { category: pick(random, [null, 'nature', 'city', 'nature,city', 'none']) }
    if (what < 0.85)
      return { darker: pick(random, ['', 'always', 'system', '19:00-07:00', '06:00-22:00']) }
    if (what < 0.95) return { budget: pick(random, [50, 100, 200] as const) }
    return { saveData: pick(random, ['always', 'never'] as const) }
  }
  for (let made = 0; made < 28; made++) {
    const pause = random()
    if (pause < 0.4) at += between(0, 300)
    else if (pause < 0.9) at += between(300, 20_000)
    else at += pick(random, [5 * minuteMs, 45 * minuteMs, 5 * 60 * minuteMs, dayMs]) * random()
    const [fault] = [...faults].filter(() => chance(0.07))
    const tab = Math.floor(random() * 5)
    const what = random()
    if (fault) addFault(fault)
    else if (what < 0.55)
      for (let opened = pick(random, [1, 1, 1, 2, 4]); opened > 0; opened--)
        steps.push({ at: at + between(0, 30), kind: 'open', tab: 0 })
    else if (what < 0.7) steps.push({ at, kind: 'next', tab })
    else if (what < 0.8) steps.push({ at, kind: 'previous', tab })
    else if (what < 0.86) steps.push({ at, kind: 'pin', tab })
    else if (what < 0.88) steps.push({ at, kind: 'block', tab })
    else if (what < 0.9) steps.push({ at, kind: 'block-elsewhere', place: tab })
    else if (what < 0.93) steps.push({ at, kind: 'system-dark', isOn: chance(0.5) })
    else steps.push({ at, kind: 'close', tab })
  }
  // The first choice has random numbers of its own, so that the rest of each seed stays what it was.
  const first = createStream(`${seed}/rotation`)
  if (first() < 0.4)
    steps.push({
      at: 150,
      kind: 'choose',
      settings: { rotation: pick(first, ['hour', 'day', 'today'] as const) },
    })
  const size = () => pick(random, [3, 12, 40, 70, 150])
  return {
    browser: pick(random, ['chromium', 'chromium', 'firefox'] as const),
    catalogues: chance(0.7) ? [size()] : [size(), size()],
    darkShare: pick(random, [0, 0.1, 0.5, 0.5]),
    largest: pick(random, [0.5, 3, 20]) * megabyte,
    steps: steps.sort((one, other) => one.at - other.at),
  }
}
