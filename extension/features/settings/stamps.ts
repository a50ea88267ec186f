import { toNumberOrNull, toRecord } from '../../platform/unknown.ts'
import { parseBlocked } from './setting-values.ts'
import { defaultSettings, parseSettings, type Settings } from './settings.ts'
import {
  type BlockedParts,
  hideSame,
  joinBlocked,
  markChanges,
  mergeParts,
  partOf,
  saySame,
  splitBlocked,
} from './synced-blocked.ts'

/** The value of one setting and when a person chose it (milliseconds since 1970). */
export interface Stamp {
  value: unknown
  at: number
}

/**
 * By the name of the setting, or of a part of the list of what is blocked; a setting that nobody
 * has ever chosen has none.
 */
export interface Stamps {
  [name: string]: Stamp
}

/** What was chosen before settings had stamps counts for less than anything chosen since. */
const beforeStamps = 1

const { blocked: _inParts, ...single } = defaultSettings
type Name = keyof typeof single
const names = Object.keys(single) as Name[]
const partNames = Object.keys(splitBlocked([]))

/**
 * The stamps after the person has chosen `settings`: each setting that differs from what its stamp
 * says has a new one, later than the one that the person saw. `null`: nothing was ever stamped here.
 */
export const stampChanges = (known: Stamps | null, settings: Settings, now: number): Stamps => {
  const stamps = known ?? {}
  const earliest = known ? now : beforeStamps
  const toTime = (name: string) => Math.max(earliest, (stamps[name]?.at ?? 0) + 1)
  const fresh = [
    ...listChanged(stamps, settings).map(([name, value]) => ({ name, value })),
    ...listChangedParts(stamps, settings).map(([name, part]) => ({
      name,
      value: markChanges(stamps[name], part, toTime(name)),
    })),
  ]
  if (fresh.length === 0) return stamps
  const dated = fresh.map(({ name, value }) => [name, { value, at: toTime(name) }])
  return { ...stamps, ...Object.fromEntries(dated) }
}

const listChanged = (stamps: Stamps, settings: Settings): [Name, unknown][] =>
  names
    .filter((name) => !isSame(settings[name], chosenIn(stamps, name)))
    .map((name) => [name, settings[name]])

const listChangedParts = (stamps: Stamps, { blocked }: Settings) =>
  Object.entries(splitBlocked(blocked)).filter(
    ([name, part]) => !hideSame(part, blockedIn(stamps, name)),
  )

/**
 * Of two stamps of a setting the later one holds; of a part of what is blocked each entry's later one.
 * All devices decide alike.
 */
export const mergeStamps = (mine: Stamps, theirs: Stamps): Stamps => {
  const merged = Object.entries(theirs)
    .map(([name, stamp]): [string, Stamp] => [name, merge(name, mine[name], stamp)])
    .filter(([name, stamp]) => stamp !== mine[name])
  return merged.length === 0 ? mine : { ...mine, ...Object.fromEntries(merged) }
}

const merge = (name: string, mine: Stamp | undefined, theirs: Stamp): Stamp => {
  if (!mine) return theirs
  const whole = partNames.includes(name) ? mergeParts(mine, theirs) : undefined
  return whole ?? later(mine, theirs)
}

/** Those of mine, merged with theirs, that the others do not know yet. */
export const listNews = (mine: Stamps, theirs: Stamps): Stamps =>
  Object.fromEntries(
    Object.entries(mine).filter(
      ([name, stamp]) => isLater(stamp, theirs[name]) && !isKnownPart(name, stamp, theirs[name]),
    ),
  )

const isKnownPart = (name: string, mine: Stamp, theirs: Stamp | undefined) =>
  partNames.includes(name) && theirs !== undefined && saySame(mine, theirs)

/** The settings that the stamps say. */
export const applyStamps = (stamps: Stamps, settings: Settings): Settings => {
  const known = names.filter((name) => stamps[name])
  const chosen = Object.fromEntries(known.map((name) => [name, chosenIn(stamps, name)]))
  const blocked = joinBlocked(settings.blocked, listParts(stamps))
  const next = { ...settings, ...chosen, blocked }
  return isSame(next, settings) ? settings : next
}

const listParts = (stamps: Stamps): BlockedParts =>
  Object.fromEntries(
    partNames.filter((name) => stamps[name]).map((name) => [name, blockedIn(stamps, name)]),
  )

export const parseStamps = (value: unknown): Stamps => {
  const entries = Object.entries(toRecord(value)).map(([name, stored]): [string, Stamp | null] => {
    const { value, at } = toRecord(stored)
    const time = toNumberOrNull(at)
    return [name, time === null || value === undefined ? null : { value, at: time }]
  })
  return inParts(
    Object.fromEntries(entries.filter((entry): entry is [string, Stamp] => entry[1] !== null)),
  )
}

/** An older version stamps the list of what is blocked as one, here and on other devices. */
const inParts = ({ blocked, ...stamps }: Stamps): Stamps => {
  if (!blocked) return stamps
  const parts = Object.entries(splitBlocked(parseBlocked(blocked.value)))
  const old = parts.map(([name, value]): [string, Stamp] => [name, { value, at: blocked.at }])
  const held = old.map(([name, stamp]) => [name, later(stamp, stamps[name] ?? stamp)])
  return { ...stamps, ...Object.fromEntries(held) }
}

/** As this version understands it: a newer one elsewhere may know values that are none here. */
const chosenIn = (stamps: Stamps, name: Name): unknown =>
  parseSettings({ [name]: stamps[name]?.value })[name]

const blockedIn = (stamps: Stamps, name: string) =>
  parseBlocked(stamps[name]?.value).filter((entry) => partOf(entry) === name)

const later = (one: Stamp, other: Stamp): Stamp => (isLater(other, one) ? other : one)

const isLater = (one: Stamp, other: Stamp | undefined): boolean => {
  if (!other || one.at !== other.at) return one.at > (other?.at ?? 0)
  return JSON.stringify(one.value) > JSON.stringify(other.value)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
