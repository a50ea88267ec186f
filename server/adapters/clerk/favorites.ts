import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '../../domain-error.ts'
import { type ApplyRequests, createCoalescedStore } from '../../favorites/coalesced-store.ts'
import { compareLists } from '../../favorites/favorites.ts'
import type { FavoritesStore, UserLock } from '../../favorites/favorites-store.ts'
import { type ClerkApi, type ClerkUser, UnansweredError } from './api.ts'

interface ClerkFavoritesDeps {
  clerk: ClerkApi
  lock: UserLock
  holdMs?: number
  sleep?: (ms: number) => Promise<unknown>
}

type Fail = (error: unknown) => void

// The most bytes of a Clerk user's whole public metadata as JSON. Clerk's own limit is 8 KB.
const maxMetadataBytes = 7 * 1024

/**
 * Stores favorites as an array under `favorites` in the public metadata of a Clerk user. Clerk has no
 * compare-and-swap, so all waiting changes of a user share one read and one write under a lock.
 */
export const createClerkFavorites = ({
  clerk,
  lock,
  holdMs = 4_000,
  sleep = (ms) => wait(ms, undefined, { ref: false }),
}: ClerkFavoritesDeps): FavoritesStore => {
  const find = async (userId: string) => orGone(await clerk.findUser(userId))

  const write = async (userId: string, favorites: readonly string[], fail: Fail) => {
    try {
      return readStored(orGone(await clerk.mergeMetadata(userId, { favorites })).publicMetadata)
    } catch (error) {
      if (error instanceof UnansweredError) {
        fail(error)
        // Clerk may still carry out a write that it did not answer. The next write for the same user waits, so that
        // the late write cannot overwrite it.
        await sleep(holdMs)
      }
      throw error
    }
  }

  const updateList = async (userId: string, apply: ApplyRequests, fail: Fail) => {
    const { publicMetadata } = await find(userId)
    const stored = readStored(publicMetadata)
    const fits = (favorites: readonly string[]) =>
      Buffer.byteLength(JSON.stringify({ ...publicMetadata, favorites })) <= maxMetadataBytes
    const list = apply(stored, fits)
    const { removed, added } = compareLists(stored, list)
    return removed.length + added.length === 0 ? stored : write(userId, list, fail)
  }

  return createCoalescedStore({
    list: async (userId) => readStored((await find(userId)).publicMetadata),
    updateList: (userId, apply, fail) => lock(userId, () => updateList(userId, apply, fail)),
  })
}

// Other programs may write anything into a Clerk user's metadata. Favorites that are not strings are ignored.
const readStored = ({ favorites }: ClerkUser['publicMetadata']): readonly string[] =>
  Array.isArray(favorites)
    ? [...new Set(favorites.filter((entry): entry is string => typeof entry === 'string'))]
    : []

const orGone = (user: ClerkUser | undefined): ClerkUser => {
  if (user === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  return user
}
