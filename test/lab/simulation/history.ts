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
  /** The time that the page gave to the click, which tells it from all others of the device. */
  clock: number | undefined
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

// A background needs about this long to hear of a click, a sign-out or the start of the browser, and to act. If it ends
// before, the next background acts.
export const hearingMs = 150

const settlingMs = 5_000
const alarmMs = 60_000

type Happened = Pick<History, 'sessions' | 'troubles' | 'endedAt'>

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

/**
 * When the background has done what `since` asks for. While the storage fails, and after a background was ended, it waits for a
 * sync, which an alarm starts.
 */
export const findSettled = (history: Happened, device: number, since: number): number => {
  const { sessions, troubles, endedAt } = history
  const before = since + settlingMs
  const trouble = troubles[device]?.find(({ from, until }) => from < before && until > since)
  if (trouble) return findSettled(history, device, trouble.until + alarmMs)
  const ended = endedAt[device]?.find((at) => at > since && at < before)
  if (ended === undefined) return before
  // A background that ends at once has set no alarm. The next sign-in or sign-out starts another background.
  const isCutShort = ended < since + hearingMs
  const next = isCutShort ? sessions[device]?.find(({ at }) => at > ended)?.at : undefined
  return findSettled(history, device, (next ?? ended) + alarmMs)
}

/**
 * Lists the people to whom a click may belong. A click that was made while nobody was signed in belongs to the
 * person who signs in next. If people sign in and out within seconds, it may belong to any of them.
 */
export const listPossibleOwners = (click: HeartClick, history: Happened): PersonName[] => {
  const [user = '', server] = click.owner.split('@')
  if (server !== serverUrl) return []
  if (user !== '') return [user.endsWith('-eve') ? 'eve' : 'ada']
  const sessions = history.sessions[click.device] ?? []
  // Until the click is stored, only its note exists, and no sign-in can adopt it.
  const storedAt = click.storedAt ?? click.at
  const isNearSession = listSignedIn(sessions, click.at, storedAt + settlingMs).length > 0
  // If nobody is signed in, the click waits for the next sign-in, whatever happens to the background until then.
  const soon = isNearSession ? findSettled(history, click.device, storedAt) : storedAt + settlingMs
  const signedInSoon = listSignedIn(sessions, click.at, soon)
  const isSignedInLater = listSignedIn(sessions, soon, soon).length > 0
  const from = isSignedInLater ? click.at : soon
  return [...new Set([...signedInSoon, ...listAdopters(history, click.device, from)])]
}

/** Lists who may get a signed-out click. Somebody who signs out again at once may be gone before it is theirs. */
const listAdopters = (history: Happened, device: number, from: number): PersonName[] => {
  const sessions = history.sessions[device] ?? []
  const signedInAt = findSignIn(sessions, from)
  if (signedInAt === undefined) return []
  const settled = findSettled(history, device, Math.max(from, signedInAt))
  const first = listSignedIn(sessions, signedInAt, settled)
  const hasStayed = listSignedIn(sessions, settled, settled).length > 0
  return hasStayed ? first : [...first, ...listAdopters(history, device, settled)]
}
