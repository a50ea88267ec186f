import type { Outcome } from './findings.ts'
import { checkAccount, checkDevices, checkPages, checkQuiet } from './hearts-checker.ts'
import type { PersonName, Scenario } from './scenario.ts'
import { checkSettings } from './settings-checker.ts'
import { createWorld, type World } from './world.ts'

export interface HeartsOutcome extends Outcome {
  /** The favorites of each person in the end. */
  accounts: Record<string, string[]>
}

// The longest planned wait between two attempts is half an hour and a quarter more.
const quietMs = 40 * 60_000

/** Runs a scenario to its end. The same scenario and seed always give the same history. */
export const runScenario = (scenario: Scenario, seed: number): HeartsOutcome => {
  const world = createWorld(scenario, seed)
  const { kernel, findings, server } = world
  const pass = (ms: number) => kernel.advanceTo(kernel.now() + ms)
  const accounts: HeartsOutcome['accounts'] = {}
  try {
    world.setUp()
    kernel.advanceTo((scenario.steps.at(-1)?.at ?? 0) + 1_000)
    world.calmDown()
    pass(quietMs)
    checkQuiet(world)
    checkPages(world)
    if (scenario.hasSettings) settleSettings(world, pass)
    for (const name of scenario.people) {
      settle(world, name, pass)
      checkAccount(world, name)
      checkDevices(world, name)
      accounts[name] = server.listFavorites(world.personOf(name))
    }
  } finally {
    server.remove()
  }
  return { ...findings, events: kernel.events(), accounts }
}

/** Starts all browsers again, so that each sends what a stopped background has left. */
const settleSettings = (world: World, pass: (ms: number) => void): void => {
  for (let round = 0; round < 2; round++) {
    for (const device of world.devices) {
      device.close()
      device.open()
      pass(60_000)
    }
  }
  checkSettings(world)
}

/** Signs a person in everywhere, with a tab on each device, and lets the devices hear of one another. */
const settle = (world: World, name: PersonName, pass: (ms: number) => void): void => {
  const places = world.devices.keys().toArray()
  const signedIn = (place: number) => world.history.sessions[place]?.at(-1)?.person
  for (const place of places) world.open(place, 'tab')
  pass(3_000)
  for (const place of places) if (signedIn(place) !== name) world.signOut(place)
  pass(10_000)
  for (const place of places) if (signedIn(place) !== name) world.signIn(place, name)
  pass(10_000)
  // The second round brings to each device what the others have sent in the first round.
  for (let round = 0; round < 2; round++) {
    for (const place of places) {
      const page = world.listPages(place).at(-1)
      if (page) world.inPage(page, () => void page.requestSync())
      pass(5_000)
    }
    pass(60_000)
  }
}
