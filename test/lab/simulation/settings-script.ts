import { createStream, pick } from './random.ts'
import type { Scenario, Step } from './scenario.ts'
import { settingsSteps } from './steps.ts'

const ids = Array.from({ length: 5 }, (_, number) => `w${number}`)

/** Makes a scenario in which people block wallpapers and change a setting on several devices. */
export const makeSettingsScenario = (seed: number): Scenario => {
  const random = createStream(`${seed}/settings`)
  const chance = (share: number) => random() < share
  const between = (least: number, most: number) => least + random() * (most - least)
  const devices = Array.from({ length: pick(random, [1, 2, 2, 3]) }, () => ({
    browser: pick(random, ['chromium', 'firefox'] as const),
    latencyMs: pick(random, [2, 20, 60]),
  }))
  const spanMs = pick(random, [2_000, 60_000, 600_000])
  const faults = new Set(
    ['ending', 'traps', 'offline', 'clock', 'full', 'closing'].filter(() => chance(0.5)),
  )
  const steps: Step[] = devices.map((_, device) => ({
    at: between(0, 300),
    kind: 'open',
    device,
    page: 'options',
  }))
  let at = 500
  for (let made = 0; made < 14; made++) {
    at += chance(0.4) ? between(0, 60) : between(0, spanMs / 7)
    const device = Math.floor(random() * devices.length)
    const until = at + between(0.05, 0.5) * spanMs
    const [fault] = [...faults].filter(() => chance(0.12))
    if (fault === 'ending' && chance(0.5)) steps.push({ at, kind: 'end-background', device })
    else if (fault === 'ending') {
      steps.push({ at, kind: 'close-browser', device })
      steps.push({ at: until, kind: 'open-browser', device })
      steps.push({ at: until + 50, kind: 'open', device, page: 'options' })
    } else if (fault === 'traps') {
      const side = chance(0.5) ? 'before' : 'after'
      const step = pick(random, settingsSteps)
      steps.push({ at, kind: 'trap', device, page: 'background', step, side })
    } else if (fault === 'offline') {
      steps.push({ at, kind: 'online', device, isOnline: false })
      steps.push({ at: until, kind: 'online', device, isOnline: true })
    } else if (fault === 'clock') {
      const skewMs = pick(random, [-86_400_000, -3_600_000, -5_000, 0, 5_000, 3_600_000])
      steps.push({ at, kind: 'clock', device, skewMs })
    } else if (fault === 'full') {
      steps.push({ at, kind: 'full', device, isFull: true })
      steps.push({ at: until, kind: 'full', device, isFull: false })
    } else if (fault === 'closing') steps.push({ at, kind: 'close', device, tab: 0 })
    else if (chance(0.8)) steps.push({ at, kind: 'block', device, id: pick(random, ids) })
    else steps.push({ at, kind: 'name', device, name: `name ${made}` })
  }
  return {
    backend: 'sqlite',
    people: [],
    devices,
    networkMs: 10,
    hasSettings: true,
    steps: steps.sort((one, other) => one.at - other.at),
  }
}
