import type { StoredItem } from '../../platform/storage/stored-item.ts'
import { askedGapMs, mayAttempt, recordFailure, recordSuccess } from '../../remote/back-off.ts'
import { FetchProblem } from '../../remote/problem.ts'
import type { Account } from '../account/account.ts'
import { AccountError } from '../account/account-error.ts'
import type { Change, Waiting } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { toOwner } from './owner.ts'
import { type Answer, type Decision, decideAfter } from './sync-decision.ts'
import { refreshAfterMs, type SyncStatus, toStatusOf } from './sync-status.ts'
import type { SyncStore } from './sync-store.ts'
import { readWho, type Who, type WhoDeps } from './who.ts'

export type SyncDeps = WhoDeps & {
  account: Pick<Account, 'current' | 'getToken'>
  store: SyncStore
  status: StoredItem<SyncStatus>
  client: FavoritesClient
  /** Has this run again at that time, also if the background ends meanwhile. */
  wakeAt(at: number | undefined): Promise<void>
  now?: () => number
}

/** `asked`: a person is waiting, or the network came back: a planned wait may be cut short. */
export type Sync = (options: { asked: boolean }) => Promise<void>

/** A run that is not done by then was ended together with the background. */
const givenUpAfterMs = 60_000

/**
 * Brings the outbox to the account, one change after another, and the account's list here. It may be
 * stopped anywhere: what is not confirmed is sent again, and to send it twice changes nothing. It
 * never throws: what went wrong is in the status.
 */
export const createSync = (deps: SyncDeps): Sync => {
  const now = deps.now ?? Date.now
  return async ({ asked }) => {
    const who = await readWho(deps)
    if (who.state.kind !== 'signed-in') return
    await deps.store.adopt(toOwner(who.server), who.owner)
    const status = toStatusOf(who.owner, await deps.status.read())
    const waiting = await deps.store.listWaiting(who.owner)
    if (waiting.length === 0 && !asked && now() - status.syncedAt < refreshAfterMs) return
    if (!mayAttempt(status, asked, now())) return deps.wakeAt(await planNext(deps, who, asked))
    await deps.wakeAt(now() + givenUpAfterMs)
    await deps.wakeAt(await run(deps, who, now))
  }
}

/** Too soon now: but a person who waits need not wait for all of a long pause. */
const planNext = async ({ status }: SyncDeps, who: Who, asked: boolean): Promise<number> => {
  const planned = await status.update((stored) => {
    const own = toStatusOf(who.owner, stored)
    if (!asked || own.mustWait) return own
    return { ...own, retryAt: Math.min(own.retryAt, own.lastAttempt + askedGapMs) }
  })
  return planned.retryAt
}

/** Answers when to try again. */
const run = async (deps: SyncDeps, who: Who, now: () => number): Promise<number | undefined> => {
  const record = (change: (status: SyncStatus) => SyncStatus) =>
    deps.status.update((stored) => change(toStatusOf(who.owner, stored)))
  try {
    const isThrough = (await drain(deps, who)) && (await refresh(deps, who))
    await record((status) => ({
      ...recordSuccess(status, now()),
      syncedAt: isThrough ? now() : status.syncedAt,
    }))
    return
  } catch (error) {
    const failed = await record((status) => recordFailure(status, toProblem(error), now()))
    return failed.retryAt
  }
}

/** False when the person has to sign in again. */
const drain = async (deps: SyncDeps, who: Who): Promise<boolean> => {
  while (true) {
    const waiting = await deps.store.listWaiting(who.owner)
    if (waiting.length === 0) return true
    const known = waiting.map(({ entry }) => entry.favorite)
    for (const change of waiting) {
      const decision = await decide(deps, who, (session) => deps.client.send(session, change.entry))
      if (decision.kind === 'unauthorized') return false
      await settle(deps, change, decision, known)
    }
  }
}

type Final = Extract<Decision, { kind: 'done' | 'refused' }>

const settle = async (
  { store }: SyncDeps,
  change: Waiting,
  decision: Final,
  known: Change['favorite'][],
) => {
  if (decision.kind === 'refused') return store.refuse(change, decision.reason)
  // In this order: a heart that left the outbox before it was confirmed would be off for a moment.
  await store.confirm(change.entry.owner, decision.favorites, known)
  await store.finish(change)
}

const refresh = async (deps: SyncDeps, who: Who): Promise<boolean> => {
  const decision = await decide(deps, who, (session) => deps.client.list(session))
  if (decision.kind === 'refused') throw new FetchProblem({ kind: 'not-a-catalogue' })
  if (decision.kind === 'done') await deps.store.confirm(who.owner, decision.favorites)
  return decision.kind === 'done'
}

type Ask = (session: { server: string; token: string }) => Promise<Answer>

/** Asks with a token that the server accepts, if there is one. Throws a `FetchProblem` to try later. */
const decide = async (
  deps: SyncDeps,
  who: Who,
  ask: Ask,
): Promise<Final | { kind: 'unauthorized' }> => {
  const token = await getToken(deps, who)
  if (token === undefined) return { kind: 'unauthorized' }
  const first = decideAfter(await ask({ server: who.server, token }))
  if (first.kind !== 'unauthorized') return orThrow(first)
  const fresh = await getToken(deps, who, { fresh: true })
  if (fresh === undefined) return first
  const second = decideAfter(await ask({ server: who.server, token: fresh }))
  // The account says that the session holds, the server that it does not: that must be temporary.
  if (second.kind === 'unauthorized') throw new FetchProblem({ kind: 'refused', status: 401 })
  return orThrow(second)
}

const orThrow = (decision: Exclude<Decision, { kind: 'unauthorized' }>): Final => {
  if (decision.kind !== 'retry') return decision
  throw new FetchProblem(decision.problem, { retryAfterMs: decision.retryAfterMs })
}

/** `undefined` also when somebody else is signed in by now: their token must not do this one's work. */
const getToken = async (deps: SyncDeps, who: Who, options?: { fresh: boolean }) => {
  const token = await deps.account.getToken(options)
  return (await readWho(deps)).owner === who.owner ? token : undefined
}

const toProblem = (error: unknown): Pick<FetchProblem, 'problem' | 'retryAfterMs'> => {
  if (error instanceof FetchProblem) return error
  const retryAfterMs = error instanceof AccountError ? error.problem.retryAfterMs : undefined
  return { problem: { kind: 'unreachable' }, retryAfterMs }
}
