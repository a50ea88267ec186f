import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { toNumber, toRecord } from '../../../shared/unknown.ts'
import {
  ignoreStorageError,
  isDiskFull,
  isStorageError,
} from '../../platform/storage/storage-error.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import {
  type Attempts,
  hasten,
  mayAttempt,
  parseAttempts,
  recordFailure,
  recordSuccess,
} from '../../remote/back-off.ts'
import { type Problem, problemOf } from '../../remote/problem.ts'
import { type Account, AccountError, type AccountState, personOf } from '../account/account.ts'
import { type Favorite, type Heart, type Owner, parseOwner, toOwner } from './favorites.ts'
import type { FavoritesClient, Session } from './favorites-client.ts'
import type { SyncStore } from './favorites-store.ts'

interface Who {
  server: string
  state: AccountState
  owner: Owner
}

export interface WhoDeps {
  account: Pick<Account, 'current'>
  readServer(): Promise<string>
}

export const readWho = async (deps: WhoDeps): Promise<Who> => {
  const server = await deps.readServer()
  const state = await deps.account.current()
  // If the person chose another server meanwhile, the account may belong to that server. Both are read again.
  if (server !== (await deps.readServer())) return readWho(deps)
  return { server, state, owner: toOwner(server, personOf(state)?.id) }
}

/** Makes pages show the favorites of the person who is signed in. Favorites from before a sign-in become theirs. */
export const showFavorites = async (deps: WhoDeps & { store: SyncStore }): Promise<Who> => {
  const who = await readWho(deps)
  await deps.store.takeToServer(who.server)
  const isStillHere = async () => (await readWho(deps)).owner === who.owner
  const nobody = who.state.kind === 'signed-in' ? toOwner(who.server) : undefined
  await deps.store.show(who.owner, nobody, isStillHere)
  // Somebody may have signed in or out meanwhile.
  return (await isStillHere()) ? who : showFavorites(deps)
}

type SyncDeps = WhoDeps & {
  account: Pick<Account, 'current' | 'getToken'>
  store: SyncStore
  client: FavoritesClient
  wakeAt(at: number | undefined): Promise<void>
  now?: () => number
}

// If the browser stops the background during a sync, an alarm starts another sync after this time.
const restartAfterMs = 60_000

/** A sync is safe to interrupt, because the next one sends unconfirmed changes again. It never rejects. */
export const createSync = (deps: SyncDeps) => {
  const now = deps.now ?? Date.now
  return async ({ asked }: { asked: boolean }): Promise<void> => {
    try {
      await deps.wakeAt(now() + restartAfterMs)
      await deps.wakeAt(await syncOnce(deps, asked, now))
    } catch (error) {
      ignoreStorageError(error)
      // If the storage failed, the alarm that was set first starts another sync. After a bug, only a click or a tab does.
      if (!isStorageError(error)) await deps.wakeAt(undefined).catch(ignoreStorageError)
    }
  }
}

// Resolves with the time of the next sync, or with `undefined` if nothing is left to do.
const syncOnce = async (
  deps: SyncDeps,
  asked: boolean,
  now: () => number,
): Promise<number | undefined> => {
  await deps.store.confirmOnDevice()
  const who = await showFavorites(deps)
  // After a sign-out, this stores an empty status. Otherwise the deleted list would count as fresh at the next sign-in.
  const status = await record(who, (own) => own)
  const waiting = await deps.store.listWaiting(who.owner)
  if (who.state.kind !== 'signed-in') return
  if (waiting.length === 0 && !asked && isFresh(status, now())) return
  if (mayAttempt(status, asked, now())) return run(deps, who, now)
  return (await record(who, (own) => (asked ? hasten(own) : own))).retryAt
}

const isFresh = ({ problem, syncedAt }: SyncStatus, now: number): boolean => {
  // If the clock was set back, the time of the last sync is meaningless.
  return !problem && now >= syncedAt && now - syncedAt < refreshAfterMs
}

const record = ({ owner }: Who, change: (own: SyncStatus) => SyncStatus) =>
  syncStatusItem.update((stored) => change(toStatusOf(owner, stored)))

const run = async (deps: SyncDeps, who: Who, now: () => number): Promise<number | undefined> => {
  const unfinished = await exchange(deps, who).catch(retryAfter)
  if (unfinished?.kind === 'retry') {
    const { retryAt } = await record(who, (own) => recordFailure(own, unfinished, { now: now() }))
    return unfinished.problem.kind === 'unexpected' ? undefined : retryAt
  }
  await record(who, (status) => ({
    ...recordSuccess(status, now()),
    syncedAt: unfinished ? status.syncedAt : now(),
  }))
  // A click, a sign-out or a sign-in during the sync starts another one. The alarm must stay, because the browser may stop
  // the background before.
  const { owner, state } = await readWho(deps)
  const isSent = !unfinished && (await deps.store.listWaiting(owner)).length === 0
  const isDone = owner === who.owner && (isSent || state.kind !== 'signed-in')
  return isDone ? undefined : now() + restartAfterMs
}

// Sends all clicks that wait, and then reads the list. Resolves with the reason if that could not be finished.
const exchange = async (deps: SyncDeps, who: Who): Promise<Unfinished | undefined> => {
  while (true) {
    const waiting = await deps.store.listWaiting(who.owner)
    if (waiting.length === 0) return refresh(deps, who)
    const known = waiting.map(({ favorite }) => favorite)
    for (const heart of waiting) {
      const decision = await decide(deps, who, (session) => deps.client.send(session, heart))
      if (isUnfinished(decision)) return decision
      await settle(deps, heart, { decision, known })
    }
  }
}

const settle = async (
  { store }: SyncDeps,
  heart: Heart,
  { decision, known }: { decision: Final; known: Favorite[] },
) => {
  if (decision.kind === 'refused') return store.acknowledge(heart, decision.reason)
  try {
    // The server's list is stored before the click is acknowledged. Otherwise the heart would be off for a moment.
    await store.confirm(heart.owner, decision.favorites, known)
  } finally {
    // Even if the storage is full, the click must not be sent again, because it could undo what others do meanwhile.
    await store.acknowledge(heart)
  }
}

const refresh = async (deps: SyncDeps, who: Who): Promise<Unfinished | undefined> => {
  const decision = await decide(deps, who, (session) => deps.client.list(session))
  if (isUnfinished(decision)) return decision
  if (decision.kind === 'refused') return toRetry({ kind: 'not-a-catalogue' })
  const isStillHere = await deps.store.confirm(who.owner, decision.favorites)
  return isStillHere ? undefined : { kind: 'unauthorized' }
}

// Sends a request, and again with a fresh token after a 401.
const decide = async (
  deps: SyncDeps,
  who: Who,
  ask: (session: Session) => Promise<string[]>,
): Promise<Decision> => {
  // Since the sync started, somebody else may have signed in, or chosen another server. `getToken` then returns no token.
  const of = { server: who.server, id: personOf(who.state)?.id ?? '' }
  const token = await deps.account.getToken({ of })
  if (token === undefined) return { kind: 'unauthorized' }
  const answer = (known: string): Promise<Decision> =>
    ask({ server: who.server, token: known }).then(
      (favorites) => ({ kind: 'done', favorites }),
      decideAfter,
    )
  const first = await answer(token)
  if (first.kind !== 'unauthorized') return first
  const fresh = await deps.account.getToken({ of, fresh: true })
  if (fresh === undefined) return first
  const second = await answer(fresh)
  // The account service accepts the session, but the server refuses the fresh token. That can only be temporary.
  return second.kind === 'unauthorized' ? toRetry({ kind: 'refused', status: 401 }) : second
}

type Final = { kind: 'done'; favorites: string[] } | { kind: 'refused'; reason: string }
interface Retry {
  kind: 'retry'
  problem: Problem
  retryAfterMs: number | undefined
}
/** `unauthorized` means that the person has to sign in again first. */
type Unfinished = Retry | { kind: 'unauthorized' }
type Decision = Final | Unfinished

const isUnfinished = (decision: Decision): decision is Unfinished =>
  decision.kind === 'retry' || decision.kind === 'unauthorized'

const toRetry = (problem: Problem, retryAfterMs?: number): Retry => ({
  kind: 'retry',
  problem,
  retryAfterMs,
})

// The account service or the storage failed, or the code has a bug.
const retryAfter = (error: unknown): Retry => {
  if (error instanceof AccountError)
    return toRetry({ kind: 'unreachable' }, error.problem.retryAfterMs)
  if (isStorageError(error) && !isDiskFull(error)) throw error
  return toRetry(problemOf(error))
}

// These 4xx statuses say nothing about a change of a favorite, so the change is sent again later (RFC 9110, RFC
// 8470). A server without favorites answers 404 or 405.
const notAboutTheChange = [404, 405, 408, 421, 425, 429]

/** Decides what follows a failed request. A click waits and is sent again unless our API itself has refused it. */
export const decideAfter = (error: unknown): Decision => {
  if (!(error instanceof FrescoError)) throw error
  const { code, status = 0, message, retryAfterMs } = error
  if (status === 401) return { kind: 'unauthorized' }
  const isAboutTheChange = status >= 400 && status < 500 && !notAboutTheChange.includes(status)
  // An error in another format comes from a proxy or a network's login page, so the change is sent again later.
  if (isAboutTheChange && code === 'REFUSED') return { kind: 'refused', reason: message }
  return toRetry(problemOf(error), retryAfterMs)
}

export interface SyncStatus extends Attempts {
  owner: Owner
  /** When the server's list of favorites was last read (milliseconds since 1970), or 0 for never. */
  syncedAt: number
}

/** A device without new changes fetches the list of favorites at most once in this time. */
const refreshAfterMs = 60_000

export const toStatusOf = (owner: Owner, status: SyncStatus): SyncStatus =>
  status.owner === owner ? status : { ...parseAttempts(undefined), owner, syncedAt: 0 }

const parseSyncStatus = (value: unknown): SyncStatus => {
  const { owner, syncedAt } = toRecord(value)
  return { ...parseAttempts(value), owner: parseOwner(owner), syncedAt: toNumber(syncedAt) }
}

export const syncStatusItem = createStoredItem({ key: 'favorites.sync', parse: parseSyncStatus })
