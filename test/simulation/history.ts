import type { PageProcess } from './device-types.ts'
import { serverUrl } from './globals.ts'
import type { PersonName } from './scenario.ts'

/** A click of a heart, and what became of it. The times are in simulated milliseconds. */
export interface HeartClick {
  number: number
  at: number
  device: number
  process: PageProcess | undefined
  owner: string
  action: 'add' | 'remove'
  id: string
  /** The key of the change in the outbox. */
  key: string | undefined
  /** True if a note of the click is in localStorage. */
  isNoted: boolean
  /** True if the page said that the browser could not store it. */
  isFailed: boolean
  storedAt: number | undefined
  /** When the answer came that the account has the click. Undefined if the background ended before it stored that. */
  acknowledgedAt: number | undefined
}

/** A choice on the settings page. `what` is `name` for the greeting, or the id of a wallpaper that was blocked or shown again. */
export interface Choice {
  device: number
  what: string
  value: string
  /** False until the browser has stored it. */
  isKept: boolean
}

/** A sign-in, a sign-out or the end of a session. `person` is signed in from `at` until the next change. */
export interface SessionChange {
  at: number
  person: PersonName | undefined
}

export interface Trouble {
  from: number
  until: number
}

export interface History {
  clicks: HeartClick[]
  choices: Choice[]
  /** By device. */
  sessions: SessionChange[][]
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

/** True if the click survives the end of its page. */
export const isKept = ({ isFailed, isNoted, storedAt }: HeartClick): boolean =>
  !isFailed && (isNoted || storedAt !== undefined)

const settlingMs = 5_000
const alarmMs = 60_000

/** Lists everybody who was signed in at any time from `from` to `to`. */
const listSignedIn = (
  sessions: readonly SessionChange[],
  from: number,
  to: number,
): PersonName[] => {
  const during = sessions.filter(
    ({ at }, place) => at <= to && (sessions[place + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  )
  return [...new Set(during.flatMap(({ person }) => person ?? []))]
}

/** When the first session began that ended after `from`. It may have begun before `from`. */
export const findSignIn = (sessions: readonly SessionChange[], from: number): number | undefined =>
  sessions.find(
    ({ person }, place) =>
      person !== undefined && (sessions[place + 1]?.at ?? Number.POSITIVE_INFINITY) > from,
  )?.at

/** When the background has done what `since` asks for. While the storage fails, it waits for a sync, which an alarm starts. */
const findSettled = (troubles: readonly Trouble[], since: number): number => {
  const trouble = troubles.find(({ from, until }) => from < since + settlingMs && until > since)
  return trouble ? findSettled(troubles, trouble.until + alarmMs) : since + settlingMs
}

/**
 * Lists the people to whom a click may belong. A click that was made while nobody was signed in belongs to the
 * person who signs in next. If people sign in and out within seconds, it may belong to any of them.
 */
export const listPossibleOwners = (
  click: HeartClick,
  history: Pick<History, 'sessions' | 'troubles'>,
): PersonName[] => {
  const [user = '', server] = click.owner.split('@')
  if (server !== serverUrl) return []
  if (user !== '') return [user.endsWith('-eve') ? 'eve' : 'ada']
  const sessions = history.sessions[click.device] ?? []
  const troubles = history.troubles[click.device] ?? []
  // Until the outbox has the click, only its note exists, and no sign-in can adopt it.
  const soon = findSettled(troubles, click.storedAt ?? click.at)
  const signedInSoon = listSignedIn(sessions, click.at, soon)
  const isSignedInLater = listSignedIn(sessions, soon, soon).length > 0
  const from = isSignedInLater ? click.at : soon
  return [...new Set([...signedInSoon, ...listAdopters(sessions, troubles, from)])]
}

/** Lists who may get a signed-out click. Somebody who signs out again at once may be gone before it is theirs. */
const listAdopters = (
  sessions: readonly SessionChange[],
  troubles: readonly Trouble[],
  from: number,
): PersonName[] => {
  const signedInAt = findSignIn(sessions, from)
  if (signedInAt === undefined) return []
  const settled = findSettled(troubles, Math.max(from, signedInAt))
  const first = listSignedIn(sessions, signedInAt, settled)
  const hasStayed = listSignedIn(sessions, settled, settled).length > 0
  return hasStayed ? first : [...first, ...listAdopters(sessions, troubles, settled)]
}
