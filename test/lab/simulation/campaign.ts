import { runDeck } from './deck.ts'
import { type DeckScenario, makeDeckScenario } from './deck-script.ts'
import { deckStories } from './deck-stories.ts'
import type { Findings, Outcome } from './findings.ts'
import { makeHeartsScenario } from './hearts-script.ts'
import { inTurn } from './kernel.ts'
import { runPageHearts } from './page-hearts.ts'
import type { Report } from './report.ts'
import { runScenario } from './run.ts'
import { makeSettingsScenario } from './settings-script.ts'
import { shrink } from './shrink.ts'
import { type Story, stories } from './stories.ts'
import { tellDeckScenario, tellScenario } from './tell.ts'

interface SeedKind {
  run: (seed: number) => Outcome
  tell: (seed: number) => string[]
}

const maxTries = 300

/** Runs a scenario and tells what happens. If it breaks a rule, leaves out the steps that are not needed for that. */
const tellRun = <T extends { steps: readonly unknown[] }>(
  scenario: T,
  run: (scenario: T) => Findings,
  tell: (scenario: T) => string[],
): string[] => {
  const rule = run(scenario).violations[0]?.rule
  const fails = (steps: T['steps']) =>
    run({ ...scenario, steps }).violations.some((one) => one.rule === rule)
  const steps = rule ? shrink(scenario.steps, fails, maxTries) : scenario.steps
  const smaller = { ...scenario, steps }
  return tellFindings(run(smaller), tell(smaller))
}

const tellFindings = ({ violations, told }: Findings, scenario: string[] = []): string[] => [
  ...violations.map(({ rule, text }) => `  ${rule}: ${text}`),
  ...scenario.map((line) => `  ${line}`),
  'What happened:',
  ...told.map((line) => `  ${line}`),
]

const createKind = <T extends { steps: readonly unknown[] }>(
  make: (seed: number) => T,
  run: (scenario: T, seed: number) => Outcome,
  tell: (scenario: T) => string[],
): SeedKind => ({
  run: (seed) => run(make(seed), seed),
  tell: (seed) => tellRun(make(seed), (scenario) => run(scenario, seed), tell),
})

const kinds = {
  hearts: createKind(makeHeartsScenario, runScenario, tellScenario),
  settings: createKind(makeSettingsScenario, runScenario, tellScenario),
  'the deck': createKind(makeDeckScenario, runDeck, tellDeckScenario),
  'web pages': { run: runPageHearts, tell: (seed) => tellFindings(runPageHearts(seed)) },
} satisfies Record<string, SeedKind>

// Hearts have the most kinds of steps and faults, so most seeds are about hearts.
const nameKindOf = (seed: number): keyof typeof kinds => {
  if (seed % 16 === 12) return 'the deck'
  if (seed % 16 === 4) return 'web pages'
  return seed % 8 === 0 ? 'settings' : 'hearts'
}

// An unhandled rejection breaks no rule of its own. If a person notices its effect, another rule does.
process.on('unhandledRejection', () => {})

export const runSeeds = async (from: number, count: number): Promise<Report> => {
  const report: Report = { seeds: count, events: 0, failures: [], reached: {} }
  for (let seed = from; seed < from + count; seed++) {
    const { events, reached, violations } = await inTurn(() => kinds[nameKindOf(seed)].run(seed))
    report.events += events
    for (const [name, times] of reached) report.reached[name] = (report.reached[name] ?? 0) + times
    const rules = [...new Set(violations.map(({ rule }) => rule))]
    if (rules.length > 0) report.failures.push({ seed, rules })
  }
  return report
}

/** Repeats a seed and tells what happened. */
export const tellSeed = (seed: number): Promise<string[]> =>
  inTurn(() => [
    `Seed ${seed} is about ${nameKindOf(seed)}. Repeat it with: npm run lab -- simulate --seed ${seed}`,
    ...kinds[nameKindOf(seed)].tell(seed),
  ])

const seedsPerStory = 12

/** Runs each story with up to `most` seeds, up to the first that fails. Returns what went wrong, in words. */
export const tellStories = async (most: number): Promise<string[]> => {
  const told: string[] = []
  for (const story of stories)
    for (let seed = 1; seed <= Math.min(most, story.seeds ?? seedsPerStory); seed++) {
      const failure = await inTurn(() => tellStory(story, seed))
      if (!failure) continue
      told.push(...failure)
      break
    }
  for (const { title, scenario } of deckStories)
    for (let seed = 1; seed <= Math.min(most, seedsPerStory); seed++) {
      if (!(await inTurn(() => breaksDeck(scenario, seed)))) continue
      told.push(`The story of ${title} goes wrong:`)
      const run = (shorter: DeckScenario) => runDeck(shorter, seed)
      told.push(...(await inTurn(() => tellRun(scenario, run, tellDeckScenario))))
      break
    }
  return told
}

const breaksDeck = (scenario: DeckScenario, seed: number) =>
  runDeck(scenario, seed).violations.length > 0

/** Runs the stories and then `count` seeds. Says which of them breaks a rule first, or nothing if none does. */
export const findFirstFailure = async (count: number): Promise<string | undefined> => {
  for (const story of stories)
    for (let seed = 1; seed <= (story.seeds ?? seedsPerStory); seed++)
      if (await inTurn(() => tellStory(story, seed))) return `the story of ${story.title}`
  for (const { title, scenario } of deckStories)
    for (let seed = 1; seed <= seedsPerStory; seed++)
      if (await inTurn(() => breaksDeck(scenario, seed))) return `the story of ${title}`
  for (let seed = 1; seed <= count; seed++) {
    const { failures } = await runSeeds(seed, 1)
    if (failures[0]) return `seed ${seed}, by ${failures[0].rules.join(' and ')}`
  }
  return undefined
}

/** Runs a story. Returns what went wrong, or nothing. */
const tellStory = ({ title, scenario, accounts }: Story, seed: number): string[] | undefined => {
  const outcome = runScenario(scenario, seed)
  for (const [name, wanted] of Object.entries(accounts)) {
    const held = outcome.accounts[name]?.toSorted().join() ?? ''
    if (held !== wanted.join())
      outcome.violations.push({ rule: 'Story', text: `${name} has ${held}, not ${wanted}` })
  }
  if (outcome.violations.length === 0) return
  const findings = tellFindings(outcome, tellScenario(scenario))
  return [`The story of ${title} goes wrong (seed ${seed}):`, ...findings]
}
