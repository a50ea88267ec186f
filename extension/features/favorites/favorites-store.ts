import { isSame } from '../../../shared/unknown.ts'
import { roomRequest, sendRequest } from '../../platform/browser/messages.ts'
import { createClock } from '../../platform/storage/local-text.ts'
import { createNotes } from '../../platform/storage/notes.ts'
import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
import {
  createStoredItem,
  createStoredItems,
  readStorage,
  removeItems,
  removeKeys,
  watchPrefixes,
  withLock,
  writeItems,
} from '../../platform/storage/stored-item.ts'
import {
  applyClick,
  applyWaiting,
  type Click,
  deviceOwner,
  type Favorite,
  type Heart,
  isNobody,
  isWaiting,
  listNewest,
  type Owner,
  parseConfirmed,
  parseHeart,
  parseOwner,
  serverOf,
  toConfirmed,
  toOwner,
  withAnswer,
} from './favorites.ts'

export const ownerKey = 'favorites.owner'

/** The owner whose favorites the pages show. Only the background changes the owner. */
export const ownerItem = /* @__PURE__ */ createStoredItem({ key: ownerKey, parse: parseOwner })

const confirmedKey = 'favorites.confirmed'

/** The favorites of each owner as the server listed them last, or those of this device. */
export const confirmedItems = /* @__PURE__ */ createStoredItems({
  key: confirmedKey,
  parse: parseConfirmed,
})

export const heartsPrefix = 'favorites.hearts/'
// Only the background writes answers, so that no answer replaces a click that a page writes at the same time.
export const answersPrefix = 'favorites.answers/'

// A click that a person takes over at the sign-in has its own key, because the person's tabs may write meanwhile.
const toName = ({ owner, favorite, isAdopted }: Click & Pick<Heart, 'isAdopted'>): string =>
  [owner, favorite.catalogue ?? '', favorite.id, ...(isAdopted ? ['adopted'] : [])]
    .map(encodeURIComponent)
    .join('/')

/** The key of a heart in `storage.local`. The copy of the heart that `notes` has in localStorage has this name, too. */
export const toHeartKey = (click: Click): string => heartsPrefix + toName(click)

const toAnswerKey = (click: Click): string => answersPrefix + toName(click)

const listClicks = (stored: Record<string, unknown>): Heart[] =>
  Object.keys(stored).flatMap((key) => {
    const heart = key.startsWith(heartsPrefix) && parseHeart(stored[key])
    return heart ? [withAnswer(heart, stored[toAnswerKey(heart)])] : []
  })

export const listHearts = (stored: Record<string, unknown>): Heart[] =>
  listNewest(listClicks(stored))

const readHeart = (key: string): Promise<Heart | undefined> =>
  createStoredItem({ key, parse: parseHeart }).read()

// Code that reads a heart before it writes the heart holds this lock, so that it does not replace a newer click.
const withHearts = <T>(work: () => Promise<T>): Promise<T> => withLock(heartsPrefix, work)

/** Stores a click, unless the same or a later one is stored. */
const put = (heart: Heart): Promise<void> =>
  withHearts(async () => {
    const key = toHeartKey(heart)
    const before = await readHeart(key)
    if (before && before.at >= heart.at) return
    await writeItems({ [key]: heart })
  })

export interface Shelf {
  owner: Owner
  favorites: Favorite[]
}

export const createFavoritesStore = ({ clock = createClock(), notes = createNotes() } = {}) => {
  let latest = 0
  // Another page may overwrite a click of this page with an earlier one of its own. Storing the click again repairs that.
  const unsettled = new Set<Heart>()
  return {
    read: async (): Promise<Shelf> => {
      // The sync stores a confirmed list before it acknowledges the click. A page that reads everything at one moment
      // therefore never misses a click.
      const stored = await readStorage()
      const owner = parseOwner(stored[ownerKey])
      const hearts = listNewest([...listClicks(stored), ...unsettled])
      latest = Math.max(latest, ...hearts.map(({ at }) => at))
      const favorites = [...new Set([owner, deviceOwner])].flatMap((one) =>
        applyWaiting(
          parseConfirmed(stored[`${confirmedKey}/${one}`]),
          hearts.filter((heart) => heart.owner === one),
        ),
      )
      return { owner, favorites }
    },
    /** The click survives even if the tab is closed right after the call. */
    record: async (click: Click): Promise<void> => {
      latest = clock(latest)
      const heart = { ...click, at: latest }
      const key = toHeartKey(heart)
      const note = notes.leave(key, heart)
      // This write waits for no lock, because the tab may be closed right after the call.
      await writeItems({ [key]: heart }).catch(async () => {
        // When the disk is full, the background deletes stored pictures to make room for a changed favorite.
        await sendRequest(roomRequest)
        if (note.isLatest()) await writeItems({ [key]: heart })
      })
      // The background may have removed or written an earlier click of the heart meanwhile. If this fails, the note stays.
      // On a full disk, a click that a later one has replaced is not stored.
      if (note.isLatest()) unsettled.add(heart)
      void put(heart)
        .then(note.forget, ignoreStorageError)
        .then(() => unsettled.delete(heart))
    },
    /** Stores the clicks of tabs that were closed too early, unless a later click is stored. */
    recover: (): Promise<void> =>
      notes
        .recover(async (value) => {
          const heart = parseHeart(value)
          if (heart) await put(heart)
        })
        // The storage is full, so the notes stay for the next page.
        .catch(ignoreStorageError),
    onChange: (listener: () => void) =>
      watchPrefixes([ownerKey, confirmedKey, heartsPrefix, answersPrefix], listener),
  }
}

export const favoritesStore = createFavoritesStore()

export type FavoritesStore = typeof favoritesStore

export const onHeart = (listener: () => void) => watchPrefixes([heartsPrefix], listener)

/** Stores the server's answer to a click, with the reason if it was refused, until the person dismisses it. */
export const acknowledge = (heart: Heart, refused?: string): Promise<void> => {
  const written = writeItems({ [toAnswerKey(heart)]: { at: heart.at, refused } })
  if (refused !== undefined) return written
  // On a full disk, the click is removed instead, because it must not be sent again.
  return written.catch(() =>
    withHearts(async () => {
      const key = toHeartKey(heart)
      if ((await readHeart(key))?.at === heart.at) await removeKeys([key])
    }),
  )
}

// A refusal stays until the person has read it.
const listDone = (hearts: readonly Heart[]) =>
  hearts.filter((heart) => !isWaiting(heart) && heart.refused === undefined)

/**
 * Removes hearts that the server has accepted. A newer click that a page stores at that moment may be removed too, so
 * `record` stores every click a second time.
 */
const removeDone = (choose: (done: Heart[], owner: Owner) => Heart[]): Promise<void> =>
  withHearts(async () => {
    const stored = await readStorage()
    const needless = choose(listDone(listHearts(stored)), parseOwner(stored[ownerKey]))
    const keys = needless.flatMap((heart) => [toHeartKey(heart), toAnswerKey(heart)])
    if (keys.length > 0) await removeKeys(keys)
  })

// If a note of an older accepted click is still left, the click is sent once more.
const maxAnswered = 100

// The background and not a page removes hearts that no longer count, because a page may be closed at any time.
const listWaiting = async (owner: Owner): Promise<Heart[]> => {
  const clicks = listClicks(await readStorage()).sort((a, b) => a.at - b.at)
  const hearts = listNewest(clicks)
  // The earlier clicks are answered, too. Otherwise one of them would count once the newest is removed.
  for (const click of clicks)
    if (isWaiting(click) && !hearts.includes(click)) await acknowledge(click)
  if (listDone(hearts).length > maxAnswered)
    await removeDone((done) => done.sort((a, b) => a.at - b.at).slice(0, -maxAnswered))
  return hearts.filter((heart) => heart.owner === owner && isWaiting(heart))
}

const isOther = (name: Owner, owner: Owner) =>
  name !== owner && serverOf(name) === serverOf(owner) && !isNobody(name)

/** The favorites, for the background's sync. Every function of this store is safe to repeat. */
export const createSyncStore = (favorites: FavoritesStore) => ({
  listWaiting,
  acknowledge,
  /** Removes the accepted hearts of people who have signed out. */
  forgetOthers: (): Promise<void> =>
    removeDone((done, owner) => done.filter((heart) => isOther(heart.owner, owner))),
  /** Stores what the account holds. Resolves with false if the person has signed out meanwhile. */
  confirm: (
    owner: Owner,
    ids: readonly string[],
    known: readonly Favorite[] = [],
  ): Promise<boolean> =>
    withLock('favorites.shown', async () => {
      if ((await ownerItem.read()) !== owner) return false
      await confirmedItems.of(owner).update((before) => {
        const after = toConfirmed(ids, [...before, ...known])
        return isSame(before, after) ? before : after
      })
      return true
    }),
  /** Hearts of a server's wallpapers from before the person chose the server become hearts at the server. */
  takeToServer: async (server: string): Promise<void> => {
    const item = confirmedItems.of(deviceOwner)
    const taken = (await item.read()).filter(({ catalogue }) => catalogue === server)
    // A recorded click is later than all clicks that the store has read.
    if (taken.length > 0) await favorites.read()
    for (const favorite of taken) {
      const { catalogue: _, ...bare } = favorite
      await favorites.record({ wanted: true, favorite: bare, owner: toOwner(server) })
      const click = { wanted: false, favorite, owner: deviceOwner }
      await item.update((list) => applyClick(list, click))
    }
  },
  /** Confirms the clicks in the list of this device. They need no server. */
  confirmOnDevice: async (): Promise<void> => {
    for (const heart of await listWaiting(deviceOwner)) {
      await confirmedItems.of(deviceOwner).update((list) => applyClick(list, heart))
      await acknowledge(heart)
    }
  },
  /**
   * Makes pages show the favorites of `owner` from now on. At a sign-in, the hearts from before the sign-in become the
   * person's. Hearts that were removed before the sign-in are not removed from the account.
   */
  show: (owner: Owner, nobody?: Owner, isStillHere = async () => true): Promise<void> =>
    withLock('favorites.shown', async () => {
      const isNew = (await ownerItem.read()) !== owner
      // The lists of others are deleted, so that nobody else sees them. The server has copies. If the browser stops the
      // background before the owner is stored, the next background deletes them.
      if (isNew) await removeItems(confirmedKey, (name) => isOther(name, owner))
      await withHearts(async () => {
        const clicks = listClicks(await readStorage())
        const waiting = clicks.filter((heart) => heart.owner === nobody && isWaiting(heart))
        // The person may have signed out meanwhile. Clicks since then belong to the next person who signs in.
        const given = waiting.length > 0 && (await isStillHere()) ? waiting : []
        const news: Record<string, unknown> = isNew ? { [ownerKey]: owner } : {}
        for (const heart of given) {
          const adopted: Heart = { ...heart, owner, isAdopted: true }
          // A tab that has not heard of the sign-in yet may remove a heart that has become the person's.
          const isTakenBack =
            !isNew && clicks.some((one) => toHeartKey(one) === toHeartKey(adopted))
          if (heart.wanted || isTakenBack) news[toHeartKey(adopted)] = adopted
          news[toAnswerKey(heart)] = { at: heart.at }
        }
        // One write stores everything, so no page shows hearts as off in between. On a full disk, nothing is written.
        if (!isSame(news, {})) await writeItems(news)
      })
    }),
})

export type SyncStore = ReturnType<typeof createSyncStore>
