import type { PageProcess } from './device-types.ts'
import { serverUrl } from './globals.ts'
import type { PersonName } from './scenario.ts'

/** A click of a heart, and what became of it. The times are in virtual milliseconds. */
export interface Press {
  number: number
  at: number
  device: number
  process: PageProcess | undefined
  owner: string
  action: 'add' | 'remove'
  id: string
  /** The key of the change in the outbox. */
  key: string | undefined
  /** True if localStorage took a note of the click. */
  isNoted: boolean
  /** True if the page said that the browser could not store it. */
  isFailed: boolean
  storedAt: number | undefined
  /** When the background got the answer that the account has the click, if it could note this. */
  acknowledgedAt: number | undefined
}

/** A choice on the settings page. `what` is the wallpaper that was blocked or not, or the name in the greeting. */
export interface Choice {
  device: number
  what: string
  value: string
  /** False until the browser has stored it. */
  isKept: boolean
}

/** Who is signed in on a device from a moment on. */
export interface Sign {
  at: number
  person: PersonName | undefined
}

export interface Trouble {
  from: number
  until: number
}

export interface History {
  presses: Press[]
  choices: Choice[]
  /** By device. */
  signs: Sign[][]
  /** When the backgrounds of each device were ended although they were not idle. */
  endedAt: number[][]
  /** True for each device whose clock was set back by more than a minute. */
  isSetBack: boolean[]
  /** When the browser of each device was opened. */
  openedAt: number[][]
  /** When the disk of each device was full for the last time. */
  fullAt: number[]
  /** When the storage of each device failed, because it was full or could not be read. */
  troubles: Trouble[][]
}

/** True if a click is not lost when its page ends. */
export const isKept = ({ isFailed, isNoted, storedAt }: Press): boolean =>
  !isFailed && (isNoted || storedAt !== undefined)

const settlingMs = 5_000
const alarmMs = 60_000

/** Lists who was signed in at some time of a span. */
const listSigned = (signs: readonly Sign[], from: number, to: number): PersonName[] => {
  const during = signs.filter(
    ({ at }, place) => at <= to && (signs[place + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  )
  return [...new Set(during.flatMap(({ person }) => person ?? []))]
}

/** When somebody signed in for the first time since a moment, or was signed in already. */
export const findSignIn = (signs: readonly Sign[], from: number): number | undefined =>
  signs.find(
    ({ person }, place) =>
      person !== undefined && (signs[place + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  )?.at

/**
 * When the background has done what it has to do since a moment. While the storage fails, it waits for the next sync, which an
 * alarm starts.
 */
const findSettled = (troubles: readonly Trouble[], since: number): number => {
  const trouble = troubles.find(({ from, until }) => from < since + settlingMs && until > since)
  return trouble ? findSettled(troubles, trouble.until + alarmMs) : since + settlingMs
}

/**
 * Lists the people to whom a click may belong. A click that was made while nobody was signed in belongs to the
 * person who signs in next. If people sign in and out within seconds, it may belong to each of them.
 */
export const listPossibleOwners = (
  press: Press,
  history: Pick<History, 'signs' | 'troubles'>,
): PersonName[] => {
  const [user = '', server] = press.owner.split('@')
  if (server !== serverUrl) return []
  if (user !== '') return [user.endsWith('-eve') ? 'eve' : 'ada']
  const signs = history.signs[press.device] ?? []
  const troubles = history.troubles[press.device] ?? []
  // Until the storage has the click, only a note has it, and nobody can adopt it.
  const soon = findSettled(troubles, press.storedAt ?? press.at)
  const now = listSigned(signs, press.at, soon)
  const isSignedInLater = listSigned(signs, soon, soon).length > 0
  const from = isSignedInLater ? press.at : soon
  return [...new Set([...now, ...listAdopters(signs, troubles, from)])]
}

/** Lists who may get the clicks of nobody. Somebody who signs out at once may be gone before the clicks become theirs. */
const listAdopters = (
  signs: readonly Sign[],
  troubles: readonly Trouble[],
  from: number,
): PersonName[] => {
  const signedInAt = findSignIn(signs, from)
  if (signedInAt === undefined) return []
  const settled = findSettled(troubles, Math.max(from, signedInAt))
  const first = listSigned(signs, signedInAt, settled)
  const hasStayed = listSigned(signs, settled, settled).length > 0
  return hasStayed ? first : [...first, ...listAdopters(signs, troubles, settled)]
}
