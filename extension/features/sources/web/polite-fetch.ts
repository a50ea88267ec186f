import { hourMs } from '../../../../shared/days.ts'
import { readRetryAfter } from '../../../../shared/retry-after.ts'
import { toNumber, toRecord } from '../../../../shared/unknown.ts'
import { createStoredItem, type StoredItem } from '../../../platform/storage/stored-item.ts'
import { toWait } from '../../../remote/back-off.ts'
import type { Fetch } from '../../../remote/http.ts'
import { FetchError } from '../../../remote/problem.ts'

interface Limit {
  perHour: number
  /** How many requests may be sent without a pause after a quiet time. */
  burst: number
}

// Without an account, GitHub answers as few as 60 requests an hour from one address, which people of one household or
// office share. An address that sends more is blocked for half an hour.
const limits: readonly { host: RegExp; limit: Limit }[] = [
  { host: /^(?:raw|media)\.githubusercontent\.com$/, limit: { perHour: 20, burst: 60 } },
  { host: /^api\.github\.com$/, limit: { perHour: 10, burst: 20 } },
  { host: /\.github\.io$/, limit: { perHour: 60, burst: 120 } },
  { host: /^commons\.wikimedia\.org$/, limit: { perHour: 20, burst: 60 } },
]

const toHostUse = (value: unknown) => {
  const stored = toRecord(value)
  return {
    /** How many requests may be sent at the time `at`. */
    left: toNumber(stored.left),
    /** All times are milliseconds since 1970. */
    at: toNumber(stored.at),
    blockedUntil: toNumber(stored.blockedUntil),
    blocks: toNumber(stored.blocks),
  }
}

type HostUse = ReturnType<typeof toHostUse>

const unused = toHostUse(undefined)

export type HostUses = Record<string, HostUse>

const hostUsesItem = createStoredItem<HostUses>({
  key: 'web-hosts',
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(toRecord(stored)).map(([host, use]) => [host, toHostUse(use)]),
    ),
})
const longestBlockMs = 24 * hourMs

/** Counts a request that is about to be sent. `waitMs` is 0 if it may be sent now. */
const takeTurn = (use: HostUse, limit: Limit | undefined, now: number) => {
  // A little more than the longest block, because clocks are often some seconds wrong.
  const blockedMs = toWait(use.blockedUntil, now, 1.25 * longestBlockMs)
  if (!limit) return { use, waitMs: blockedMs }
  const { perHour, burst } = limit
  const refilled = use.left + (Math.max(0, now - use.at) / hourMs) * perHour
  const turns = Math.min(burst, refilled)
  const next = { ...use, left: turns, at: now }
  if (blockedMs > 0) return { use: next, waitMs: blockedMs }
  if (turns < 1) return { use: next, waitMs: Math.ceil(((1 - turns) / perHour) * hourMs) }
  return { use: { ...next, left: turns - 1 }, waitMs: 0 }
}

const firstBlockMs = { withBudget: hourMs / 2, ofOthers: 60_000 }

// Browsers report a network failure as a `TypeError`. Most of these requests never left the device, so they do not count.
const isUnsent = (error: unknown) => error instanceof TypeError

const giveTurnBack = (use: HostUse, limit: Limit | undefined): HostUse =>
  limit ? { ...use, left: Math.min(limit.burst, use.left + 1) } : use

/**
 * Records how a host answered. After a refusal, the host gets no requests for as long as it asks. If it does not say, a
 * host with a budget gets none for half an hour and another host for a minute, and twice as long after each further refusal.
 */
const recordAnswer = (
  use: HostUse,
  limit: Limit | undefined,
  { response, now }: { response: Response; now: number },
): HostUse => {
  const asked = readWait(response, now)
  // Object stores also answer 403 for a missing file.
  const isForbidden = response.status === 403 && (limit !== undefined || asked !== undefined)
  const isRefusal = isForbidden || response.status === 429 || response.status === 503
  if (!isRefusal) return use.blocks > 0 ? { ...use, blocks: 0 } : use
  const usual = (limit ? firstBlockMs.withBudget : firstBlockMs.ofOthers) * 2 ** use.blocks
  const waitMs = Math.min(asked ?? usual, longestBlockMs)
  return { ...use, blockedUntil: now + waitMs, blocks: use.blocks + 1 }
}

/**
 * Reads how many milliseconds a host asks to wait. Few hosts expose `Retry-After` to web pages. GitHub's API exposes
 * when its limit resets, in seconds since 1970.
 */
const readWait = (response: Response, now: number): number | undefined => {
  const reset = Number(response.headers.get('X-RateLimit-Reset'))
  const isUsedUp = response.headers.get('X-RateLimit-Remaining') === '0'
  return readRetryAfter(response, now) ?? (isUsedUp && reset ? reset * 1000 - now : undefined)
}

export const toRefusal = (response: Response, now = Date.now(), status = response.status) =>
  new FetchError({ kind: 'refused', status }, { retryAfterMs: readWait(response, now) })

interface PoliteFetchDeps {
  fetch?: Fetch
  uses?: Pick<StoredItem<HostUses>, 'update'>
  now?: () => number
}

/**
 * Returns a `fetch` for the index and the pictures of catalogues on the web. It sends nothing to a host that has refused a
 * request and must be left alone. It also keeps a budget for each of GitHub's hosts and for Wikimedia Commons, which serve many
 * people. A request that is not sent is answered with status 429 and `Retry-After`, as if the host had refused it.
 */
export const createPoliteFetch =
  ({
    fetch = globalThis.fetch,
    uses = hostUsesItem,
    now = Date.now,
  }: PoliteFetchDeps = {}): Fetch =>
  async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    const limit = limits.find(({ host }) => host.test(hostname))?.limit
    const update = (change: (use: HostUse) => HostUse) =>
      uses.update((all) => {
        const before = all[hostname] ?? unused
        const after = change(before)
        return after === before ? all : { ...all, [hostname]: after }
      })
    let waitMs = 0
    await update((before) => {
      const turn = takeTurn(before, limit, now())
      waitMs = turn.waitMs
      return turn.use
    })
    if (waitMs > 0)
      return new Response(null, {
        status: 429,
        headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
      })
    const response = await fetch(input, init).catch(async (error: unknown) => {
      if (isUnsent(error)) await update((use) => giveTurnBack(use, limit))
      throw error
    })
    await update((use) => recordAnswer(use, limit, { response, now: now() }))
    return response
  }
