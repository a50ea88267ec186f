import { deckStepKinds } from './deck-script.ts'
import { stepKinds } from './scenario.ts'
import { deviceSteps, serverSteps, settingsSteps } from './steps.ts'

/** The results of a range of seeds. */
export interface Report {
  seeds: number
  events: number
  failures: { seed: number; rules: string[] }[]
  /** How often each step and each fault happened. */
  reached: Record<string, number>
}

export const addReports = (one: Report, other: Report): Report => {
  const names = [...Object.keys(one.reached), ...Object.keys(other.reached)]
  const sum = (name: string) => (one.reached[name] ?? 0) + (other.reached[name] ?? 0)
  return {
    seeds: one.seeds + other.seeds,
    events: one.events + other.events,
    failures: [...one.failures, ...other.failures],
    reached: Object.fromEntries(names.map((name) => [name, sum(name)])),
  }
}

export const tellReport = ({ seeds, events, failures, reached }: Report, ms: number): string[] => {
  const rules = Map.groupBy(
    failures.flatMap((failure) => failure.rules.map((rule) => ({ rule, seed: failure.seed }))),
    ({ rule }) => rule,
  )
  const seconds = ms / 1000
  return [
    ...Object.entries(reached)
      .sort()
      .map(([name, times]) => `${String(times).padStart(9)}  ${name}`),
    ...[...rules].map(
      ([rule, all]) =>
        `${rule} is broken by ${all.length} seeds: ${all
          .map(({ seed }) => seed)
          .slice(0, 20)
          .join(' ')}`,
    ),
    `${seeds} seeds in ${seconds.toFixed(1)} s: ${(seeds / seconds).toFixed(0)} per second, ${Math.round(events / Math.max(1, seeds))} events each, ${failures.length} broke a rule`,
  ]
}

const requiredEvents: string[] = [
  ...deviceSteps,
  ...settingsSteps,
  ...serverSteps,
  ...stepKinds.map((kind) => `step: ${kind}`),
  'a click cannot be stored',
  'a page cannot read the storage',
  'a click leaves no note',
  'a request is delivered twice',
  'a request is sent to the other replica',
  'a proxy hides that a client has given up',
  ...[200, 400, 401, 403, 404, 429, 502, 503].map(
    (status) => `something else answers with ${status}`,
  ),
  'a person signs out',
  'a sign-in fails',
  'the background makes room',
  'hearts are older than the choice of the server',
  ...deckStepKinds.map((kind) => `step of the deck: ${kind}`),
  'a tab takes a wallpaper',
  'a tab shows the deck',
  'a tab opens after the hour or the day of a wallpaper',
  'a tab shows a built-in wallpaper',
  'a catalogue cannot be reached',
  'a catalogue asks for a wait',
  'the disk is full',
  'room is made',
  'a picture is broken',
  'a power cut loses a claim',
  'a tab ends before it commits',
  'a background ends before it commits',
  'a background ends after it commits',
  ...['Kept in', 'Removed', 'Nothing', 'This he', 'This br', 'The ser', '1 heart', 'The hea'].map(
    (start) => `a page says: ${start}`,
  ),
  ...['Add to ', 'Discard', 'Not now'].map((start) => `a person says: ${start}`),
]

/** For each of these, something that begins with it must happen. */
const requiredPrefixes = ['a background ends ', 'a page ends ', 'a replica crashes ']

/** Lists the steps and faults that never happened. A simulation in which nothing goes wrong proves nothing. */
export const listMissing = ({ reached }: Report): string[] => [
  ...requiredEvents.filter((name) => !reached[name]),
  ...requiredPrefixes.filter(
    (start) => !Object.keys(reached).some((name) => name.startsWith(start)),
  ),
]
