import { runRefresh } from './catalogue-refresh.ts'
import { runDeck, tellDeckStep } from './deck.ts'
import { type DeckScenario, makeDeckScenario } from './deck-script.ts'
import { deckStories } from './deck-stories.ts'
import { inTurn } from './kernel.ts'
import type { Report } from './report.ts'
import { type Outcome, runScenario } from './run.ts'
import type { Scenario } from './scenario.ts'
import { makeHeartsScenario } from './script.ts'
import { makeSettingsScenario } from './settings-script.ts'
import { shrink } from './shrink.ts'
import { type Story, stories } from './stories.ts'
import { tellScenario, tellTime } from './tell.ts'

// One seed in sixteen is about the deck of wallpapers, and one about the server's catalogue.
const isAboutDeck = (seed: number) => seed % 16 === 12
const isAboutCatalogue = (seed: number) => seed % 16 === 4

// Hearts have more steps than settings, so most seeds are about hearts.
const makeScenario = (seed: number): Scenario =>
  seed % 8 === 0 ? makeSettingsScenario(seed) : makeHeartsScenario(seed)

// An unhandled rejection counts as a fault only if a person notices its effect, which the rules check.
process.on('unhandledRejection', () => {})

export const runSeeds = async (from: number, count: number): Promise<Report> => {
  const report: Report = { seeds: count, events: 0, failures: [], reached: {} }
  for (let seed = from; seed < from + count; seed++) {
    const { events, reached, violations } = await inTurn(() =>
      isAboutDeck(seed)
        ? runDeck(makeDeckScenario(seed), seed)
        : isAboutCatalogue(seed)
          ? runRefresh(seed)
          : runScenario(makeScenario(seed), seed),
    )
    report.events += events
    for (const [name, times] of reached) report.reached[name] = (report.reached[name] ?? 0) + times
    const rules = [...new Set(violations.map(({ rule }) => rule))]
    if (rules.length > 0) report.failures.push({ seed, rules })
  }
  return report
}

const maxTries = 300

/** Removes every step that is not needed to break the rule. */
const shrinkScenario = (scenario: Scenario, seed: number): Scenario => {
  const rule = runScenario(scenario, seed).violations[0]?.rule
  const fails = (steps: readonly Scenario['steps'][number][]) =>
    runScenario({ ...scenario, steps: [...steps] }, seed).violations.some(
      (one) => one.rule === rule,
    )
  return { ...scenario, steps: [...shrink(scenario.steps, fails, maxTries)] }
}

const tellOutcome = (scenario: Scenario, { violations, told }: Outcome): string[] => [
  ...violations.map(({ rule, text }) => `  ${rule}: ${text}`),
  ...tellScenario(scenario).map((line) => `  ${line}`),
  'What happened:',
  ...told.map((line) => `  ${line}`),
]

/** Repeats a seed and tells what happened, with only the steps that matter if it breaks a rule. */
export const tellSeed = (seed: number): Promise<string[]> =>
  inTurn(() => {
    if (isAboutDeck(seed)) return tellDeck(makeDeckScenario(seed), seed)
    if (isAboutCatalogue(seed)) return tellRefresh(seed)
    const scenario = makeScenario(seed)
    const outcome = runScenario(scenario, seed)
    if (outcome.violations.length === 0)
      return [`Seed ${seed} breaks no rule:`, ...tellOutcome(scenario, outcome)]
    const smaller = shrinkScenario(scenario, seed)
    return [
      `Seed ${seed} breaks a rule. Repeat it with: npm run simulate -- --seed ${seed}`,
      ...tellOutcome(smaller, runScenario(smaller, seed)),
    ]
  })

const tellRefresh = (seed: number): string[] => {
  const { violations, told } = runRefresh(seed)
  return [
    `Seed ${seed} breaks ${violations.length === 0 ? 'no' : 'a'} rule of the catalogue:`,
    ...violations.map(({ rule, text }) => `  ${rule}: ${text}`),
    ...told.map((line) => `  ${line}`),
  ]
}

const tellDeck = (scenario: DeckScenario, seed: number): string[] => {
  const rule = runDeck(scenario, seed).violations[0]?.rule
  const fails = (steps: readonly DeckScenario['steps'][number][]) =>
    runDeck({ ...scenario, steps: [...steps] }, seed).violations.some((one) => one.rule === rule)
  const steps = rule ? [...shrink(scenario.steps, fails, maxTries)] : scenario.steps
  const { violations, told } = runDeck({ ...scenario, steps }, seed)
  const { steps: _, ...browser } = scenario
  return [
    `Seed ${seed} breaks ${rule ? 'a' : 'no'} rule of the deck:`,
    ...violations.map(({ rule, text }) => `  ${rule}: ${text}`),
    `  ${JSON.stringify(browser)}`,
    ...steps.map((step) => `${tellTime(step.at).padStart(16)}  ${tellDeckStep(step)}`),
    'What happened:',
    ...told.map((line) => `  ${line}`),
  ]
}

const seedsOfStory = 12

/** Runs each story with several seeds. Returns what went wrong, in words. */
export const tellStories = async (): Promise<string[]> => {
  const told: string[] = []
  for (const story of stories)
    for (let seed = 1; seed <= (story.seeds ?? seedsOfStory); seed++) {
      const failure = await inTurn(() => tellStory(story, seed))
      if (!failure) continue
      told.push(...failure)
      break
    }
  for (const { title, scenario } of deckStories)
    for (let seed = 1; seed <= seedsOfStory; seed++) {
      if (!(await inTurn(() => breaksDeck(scenario, seed)))) continue
      told.push(`The story of ${title} goes wrong:`)
      told.push(...(await inTurn(() => tellDeck(scenario, seed))))
      break
    }
  return told
}

const breaksDeck = (scenario: DeckScenario, seed: number) =>
  runDeck(scenario, seed).violations.length > 0

/** Says which story or seed breaks a rule first, or nothing if none does. */
export const findFirstFailure = async (count: number): Promise<string | undefined> => {
  for (const story of stories)
    for (let seed = 1; seed <= (story.seeds ?? seedsOfStory); seed++)
      if (await inTurn(() => tellStory(story, seed))) return `the story of ${story.title}`
  for (const { title, scenario } of deckStories)
    for (let seed = 1; seed <= seedsOfStory; seed++)
      if (await inTurn(() => breaksDeck(scenario, seed))) return `the story of ${title}`
  for (let seed = 1; seed <= count; seed++) {
    const { failures } = await runSeeds(seed, 1)
    if (failures[0]) return `seed ${seed}, by ${failures[0].rules.join(' and ')}`
  }
  return undefined
}

const tellStory = ({ title, scenario, accounts }: Story, seed: number): string[] | undefined => {
  const outcome = runScenario(scenario, seed)
  for (const [name, wanted] of Object.entries(accounts)) {
    const held = outcome.accounts[name]?.toSorted().join() ?? ''
    if (held !== wanted.join())
      outcome.violations.push({ rule: 'Story', text: `${name} has ${held}, not ${wanted}` })
  }
  if (outcome.violations.length === 0) return
  return [`The story of ${title} goes wrong (seed ${seed}):`, ...tellOutcome(scenario, outcome)]
}
