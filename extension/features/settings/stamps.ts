import { toNumberOrNull, toRecord } from '../../platform/unknown.ts'
import { defaultSettings, parseSettings, type Settings } from './settings.ts'

/** The value of one setting and when a person chose it (milliseconds since 1970). */
export type Stamp = { value: unknown; at: number }

/** By the name of the setting; a setting that nobody has ever chosen has none. */
export type Stamps = { [name: string]: Stamp }

/** What was chosen before settings had stamps counts for less than anything chosen since. */
const BEFORE_STAMPS = 1

type Name = keyof Settings
const names = Object.keys(defaultSettings) as Name[]

/**
 * The stamps after the person has chosen `settings`: each setting that differs from what its stamp
 * says has a new one, later than the one that the person saw. `null`: nothing was ever stamped here.
 */
export const stampChanges = (known: Stamps | null, settings: Settings, now: number): Stamps => {
  const stamps = known ?? {}
  const changed = names.filter((name) => !isSame(settings[name], chosenIn(stamps, name)))
  if (changed.length === 0) return stamps
  const earliest = known ? now : BEFORE_STAMPS
  const fresh = changed.map((name): [Name, Stamp] => [
    name,
    { value: settings[name], at: Math.max(earliest, (stamps[name]?.at ?? 0) + 1) },
  ])
  return { ...stamps, ...Object.fromEntries(fresh) }
}

/** Of two stamps of a setting the later one holds; all devices decide alike. */
export const mergeStamps = (mine: Stamps, theirs: Stamps): Stamps => {
  const later = Object.entries(theirs).filter(([name, stamp]) => isLater(stamp, mine[name]))
  return later.length === 0 ? mine : { ...mine, ...Object.fromEntries(later) }
}

/** Those of mine that the others do not know yet. */
export const listNews = (mine: Stamps, theirs: Stamps): Stamps =>
  Object.fromEntries(Object.entries(mine).filter(([name, stamp]) => isLater(stamp, theirs[name])))

/** The settings that the stamps say. */
export const applyStamps = (stamps: Stamps, settings: Settings): Settings => {
  const known = names.filter((name) => stamps[name])
  const chosen = Object.fromEntries(known.map((name) => [name, chosenIn(stamps, name)]))
  const next = { ...settings, ...chosen }
  return isSame(next, settings) ? settings : next
}

export const parseStamps = (value: unknown): Stamps => {
  const entries = Object.entries(toRecord(value)).map(([name, stored]): [string, Stamp | null] => {
    const { value, at } = toRecord(stored)
    const time = toNumberOrNull(at)
    return [name, time === null || value === undefined ? null : { value, at: time }]
  })
  return Object.fromEntries(entries.filter((entry): entry is [string, Stamp] => entry[1] !== null))
}

/** As this version understands it: a newer one elsewhere may know values that are none here. */
const chosenIn = (stamps: Stamps, name: Name): unknown =>
  parseSettings({ [name]: stamps[name]?.value })[name]

const isLater = (one: Stamp, other: Stamp | undefined): boolean => {
  if (!other || one.at !== other.at) return one.at > (other?.at ?? 0)
  return JSON.stringify(one.value) > JSON.stringify(other.value)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
