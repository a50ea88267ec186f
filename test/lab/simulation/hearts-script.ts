import type { NetworkFaults } from './network.ts'
import { createStream, pick } from './random.ts'
import {
  type DeviceSetup,
  type PersonName,
  refusedId,
  type Scenario,
  type Step,
} from './scenario.ts'
import { deviceSteps, serverSteps } from './steps.ts'

const faultKinds = [
  'closing',
  'ending',
  'traps',
  'offline',
  'loss',
  'duplicates',
  'impostors',
  'full',
  'full notes',
  'unreadable',
  'clock',
  'crash',
  'replica traps',
  'slow Clerk',
  'slow Redis',
  'hidden',
  'repeats',
  'sign-ins',
  'sessions',
  'quiet',
  'built-in',
  'refused',
] as const

type FaultKind = (typeof faultKinds)[number]

/** How often each kind of step is chosen among those that a scenario may have. */
const weights: [kind: FaultKind | 'click' | 'open', weight: number][] = [
  ['click', 16],
  ['open', 3],
  ['closing', 3],
  ['ending', 3],
  ['traps', 3],
  ['offline', 1.5],
  ['loss', 1.5],
  ['impostors', 1],
  ['full', 1.5],
  ['full notes', 1],
  ['unreadable', 1],
  ['clock', 1.5],
  ['crash', 1.5],
  ['replica traps', 2],
  ['slow Clerk', 2],
  ['slow Redis', 1],
  ['sign-ins', 3],
  ['sessions', 0.7],
]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Makes a scenario from a seed. Each seed has about half of the kinds of faults, because a fault that is always there
 * hides what the others do.
 */
export const makeHeartsScenario = (seed: number): Scenario => {
  const random = createStream(`${seed}/script`)
  const chance = (share: number) => random() < share
  const between = (least: number, most: number) => least + random() * (most - least)
  const faults = new Set(faultKinds.filter(() => chance(0.5)))
  const people: PersonName[] = faults.has('sign-ins') && chance(0.4) ? ['ada', 'eve'] : ['ada']
  const ids = chance(0.5) ? ['a', 'b', 'c'] : Array.from({ length: 12 }, (_, at) => `w${at}`)
  if (faults.has('refused')) ids.push(refusedId)
  const makeDevice = (): DeviceSetup => ({
    browser: pick(random, ['chromium', 'firefox']),
    latencyMs: pick(random, [2, 5, 20, 60]),
    ...(chance(0.7) && { signedIn: 'ada' as const }),
  })
  const devices = Array.from({ length: pick(random, [1, 2, 2, 2, 2, 3]) }, makeDevice)
  const spanMs = pick(random, [2_000, 20_000, 120_000])
  const count = Math.round(between(8, 22))
  const allowed = weights.filter(
    ([kind]) => kind === 'click' || kind === 'open' || faults.has(kind),
  )
  const sum = allowed.reduce((all, [, weight]) => all + weight, 0)
  const chooseKind = () => {
    let left = random() * sum
    for (const [kind, weight] of allowed) {
      left -= weight
      if (left < 0) return kind
    }
    return 'click'
  }

  const steps: Step[] = devices.map((_, device) => ({
    at: between(0, 300),
    kind: 'open',
    device,
    page: 'tab',
  }))
  const anyDevice = () => Math.floor(random() * devices.length)
  const add = (at: number): void => {
    const device = anyDevice()
    const tab = Math.floor(random() * 4)
    const until = at + between(0.05, 0.5) * spanMs
    switch (chooseKind()) {
      case 'click': {
        const isBuiltIn = faults.has('built-in') && chance(0.15)
        steps.push({ at, kind: 'click', device, tab, id: pick(random, ids), isBuiltIn })
        return
      }
      case 'open':
        steps.push({ at, kind: 'open', device, page: chance(0.8) ? 'tab' : 'options' })
        return
      case 'closing':
        steps.push({ at, kind: 'close', device, tab })
        if (chance(0.6)) steps.push({ at: until, kind: 'open', device, page: 'tab' })
        return
      case 'ending':
        if (chance(0.7)) return void steps.push({ at, kind: 'end-background', device })
        steps.push({ at, kind: 'close-browser', device })
        steps.push({ at: until, kind: 'open-browser', device })
        steps.push({ at: until + 50, kind: 'open', device, page: 'tab' })
        return
      case 'traps': {
        const page = chance(0.5) ? 'page' : 'background'
        const step = pick(random, page === 'page' ? deviceSteps.slice(0, 3) : deviceSteps.slice(1))
        const side = chance(0.5) ? 'before' : 'after'
        steps.push({ at, kind: 'trap', device, page, step, side })
        return
      }
      case 'offline':
        steps.push({ at, kind: 'online', device, isOnline: false })
        steps.push({ at: until, kind: 'online', device, isOnline: true })
        return
      case 'loss':
        steps.push({ at, kind: 'network', faults: { loss: pick(random, [0.1, 0.3, 0.7]) } })
        steps.push({ at: until, kind: 'network', faults: { loss: 0 } })
        return
      case 'impostors':
        steps.push({ at, kind: 'network', faults: { impostors: 0.5 } })
        steps.push({ at: until, kind: 'network', faults: { impostors: 0 } })
        return
      case 'full':
        steps.push({ at, kind: 'full', device, isFull: true })
        steps.push({ at: until, kind: 'full', device, isFull: false })
        return
      case 'full notes':
        steps.push({ at, kind: 'full-local-storage', device, isFull: true })
        steps.push({ at: until, kind: 'full-local-storage', device, isFull: false })
        return
      case 'unreadable':
        steps.push({ at, kind: 'unreadable', device, chance: pick(random, [0.1, 0.5]) })
        steps.push({ at: until, kind: 'unreadable', device, chance: 0 })
        return
      case 'clock':
        steps.push({ at, kind: 'clock', device, skewMs: pick(random, skews) })
        return
      case 'crash': {
        const replica = chance(0.5) ? 0 : 1
        steps.push({ at, kind: 'crash', replica })
        steps.push({ at: until, kind: 'restart', replica })
        return
      }
      case 'replica traps': {
        const side = chance(0.3) ? 'before' : 'after'
        steps.push({ at, kind: 'replica-trap', step: pick(random, serverSteps), side })
        return
      }
      case 'slow Clerk': {
        const failures = chance(0.3) ? 0.5 : 0
        steps.push({ at, kind: 'clerk', ms: pick(random, [500, 3_000, 7_000]), failures })
        steps.push({ at: until, kind: 'clerk', ms: 80, failures: 0 })
        return
      }
      case 'slow Redis':
        steps.push({ at, kind: 'redis', ms: pick(random, [200, 2_000]), isAway: chance(0.5) })
        steps.push({ at: until, kind: 'redis', ms: 2, isAway: false })
        return
      case 'sign-ins':
        if (chance(0.45)) steps.push({ at, kind: 'sign-out', device })
        else steps.push({ at, kind: 'sign-in', device, person: pick(random, people) })
        return
      case 'sessions':
        steps.push({ at, kind: 'end-sessions', person: pick(random, people) })
        return
    }
  }

  let at = 500
  for (let made = 0; made < count; made++) {
    // Many faults need two steps within a few milliseconds.
    at += chance(0.4) ? between(0, 60) : -Math.log(1 - random()) * (spanMs / count)
    if (faults.has('quiet') && chance(0.06)) at += pick(random, [hourMs, dayMs])
    add(at)
  }
  // What is about the choice of a server has random numbers of its own, so that the rest of each seed stays what it was.
  const servers = createStream(`${seed}/servers`)
  if (servers() < 0.15)
    for (let chosen = Math.ceil(servers() * 2); chosen > 0; chosen--) {
      const device = Math.floor(servers() * devices.length)
      const from = 500 + servers() * (at - 500)
      const until = from + servers() * servers() * spanMs
      const server = servers() < 0.7 ? 'other' : 'none'
      steps.push({ at: from, kind: 'choose-server', device, server })
      if (servers() < 0.7) steps.push({ at: until, kind: 'choose-server', device, server: 'first' })
    }
  for (const device of devices) if (servers() < 0.1) device.localHearts = ['h0', 'h1']
  const always: Partial<NetworkFaults> = {
    ...(faults.has('duplicates') && { duplicates: 0.2 }),
    ...(faults.has('hidden') && { hides: 0.5 }),
    ...(faults.has('repeats') && { repeats: 0.5 }),
  }
  steps.push({ at: 0, kind: 'network', faults: always })
  return {
    backend: chance(0.35) ? 'clerk' : 'sqlite',
    people,
    devices,
    networkMs: pick(random, [10, 60, 300]),
    steps: steps.sort((one, other) => one.at - other.at),
  }
}

const skews = [-dayMs, -hourMs, -5_000, -300, 0, 300, 60_000, hourMs, dayMs]
