import { isSame, toNumberOrNull, toRecord } from '../../platform/unknown.ts'
import { parseBlocked } from './setting-values.ts'
import { defaultSettings, parseSettings, type Settings } from './settings.ts'
import {
  type BlockedParts,
  hideSame,
  joinBlocked,
  markChanges,
  mergeParts,
  partOf,
  type Stamp,
  saySame,
  splitBlocked,
} from './synced-blocked.ts'

/** The value and the time of the last change, for each setting and for each part of the blocked list. */
export type Stamps = Record<string, Stamp>

const { blocked: _inParts, ...single } = defaultSettings
type Name = keyof typeof single
const names = Object.keys(single) as Name[]
const partNames = Object.keys(splitBlocked([]))

export const stampChanges = (stamps: Stamps, settings: Settings, now: number): Stamps => {
  const toTime = (name: string) => Math.max(now, (stamps[name]?.at ?? 0) + 1)
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

export const mergeStamps = (mine: Stamps, theirs: Stamps): Stamps => {
  const merged = Object.entries(theirs)
    .map(([name, stamp]): [string, Stamp] => [name, merge(name, mine[name], stamp)])
    .filter(([name, stamp]) => stamp !== mine[name])
  return merged.length === 0 ? mine : { ...mine, ...Object.fromEntries(merged) }
}

const merge = (name: string, mine: Stamp | undefined, theirs: Stamp): Stamp => {
  if (!mine) return theirs
  return partNames.includes(name) ? mergeParts(mine, theirs) : later(mine, theirs)
}

export const listNews = (mine: Stamps, theirs: Stamps): Stamps =>
  Object.fromEntries(
    Object.entries(mine).filter(
      ([name, stamp]) => isLater(stamp, theirs[name]) && !isKnownPart(name, stamp, theirs[name]),
    ),
  )

const isKnownPart = (name: string, mine: Stamp, theirs: Stamp | undefined) =>
  partNames.includes(name) && theirs !== undefined && saySame(mine, theirs)

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
  return Object.fromEntries(entries.filter((entry): entry is [string, Stamp] => entry[1] !== null))
}

// The value is checked, because a newer version on another device may have synced one that is unknown here.
const chosenIn = (stamps: Stamps, name: Name): unknown =>
  parseSettings({ [name]: stamps[name]?.value })[name]

const blockedIn = (stamps: Stamps, name: string) =>
  parseBlocked(stamps[name]?.value).filter((entry) => partOf(entry) === name)

const later = (one: Stamp, other: Stamp): Stamp => (isLater(other, one) ? other : one)

const isLater = (one: Stamp, other: Stamp | undefined): boolean => {
  if (!other || one.at !== other.at) return one.at > (other?.at ?? 0)
  return JSON.stringify(one.value) > JSON.stringify(other.value)
}
