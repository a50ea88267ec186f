import { deviceOwner } from '../../../extension/features/favorites/favorites.ts'
import type { Device } from './device-types.ts'
import { serverUrl } from './globals.ts'
import {
  findSettled,
  findSignIn,
  type HeartClick,
  hearingMs,
  isKept,
  listPossibleOwners,
  type SessionChange,
} from './history.ts'
import { isNote } from './local-storage.ts'
import { type PersonName, refusedId } from './scenario.ts'
import { listStoredHearts } from './steps.ts'
import type { World } from './world.ts'

/** What a device may have asked of the account about one wallpaper. */
interface Wishes {
  /** The clicks that may decide. There are several if the history does not show which of them reached the account last. */
  deciding: HeartClick[]
  /** True if the clicks of the device may have had no effect on the account. */
  mayHaveNoEffect: boolean
}

const nearMs = 5_000

const isSignedOutClick = ({ owner }: HeartClick) => owner.startsWith('@')

/**
 * Reads the clicks of one device on one wallpaper in order, and finds those that may decide what the account has.
 *
 * Example: Ada adds a wallpaper and signs out. It is added and removed while nobody is signed in, and then Ada signs in.
 * Her own click decides, because a removal while nobody is signed in cancels only such clicks. If the removal came less
 * than five seconds before the sign-in, it might be Ada's own, so that each of the three clicks could decide.
 */
const readWishes = (world: World, device: number, clicks: readonly HeartClick[]): Wishes => {
  const sessions = world.history.sessions[device] ?? []
  let wishes: Wishes = { deciding: [], mayHaveNoEffect: true }
  // The wishes before the latest clicks while nobody was signed in. Only the result of those counts at the next sign-in.
  let beforeSignedOut = wishes
  let nextSignIn: number | undefined
  for (const click of clicks) {
    const signedInAt = isSignedOutClick(click) ? findSignIn(sessions, click.at) : undefined
    if (signedInAt !== nextSignIn) beforeSignedOut = wishes
    nextSignIn = signedInAt
    const isNear =
      signedInAt === undefined ||
      signedInAt - click.at < nearMs ||
      (click.storedAt ?? Number.POSITIVE_INFINITY) > signedInAt - nearMs
    const isCertain =
      isKept(click) &&
      !(isSignedOutClick(click) && isNear && hasSessionChangeNear(sessions, click.at)) &&
      !isBriefVisit(world, device, signedInAt) &&
      listPossibleOwners(click, world.history).length === 1
    const isSignedOutRemoval = isSignedOutClick(click) && click.action === 'remove'
    const fallback = isSignedOutRemoval ? beforeSignedOut : { deciding: [], mayHaveNoEffect: false }
    const kept = isCertain ? [] : wishes.deciding
    const own = isSignedOutRemoval && !isNear ? [] : [click]
    wishes = {
      deciding: [...kept, ...fallback.deciding, ...own],
      mayHaveNoEffect: fallback.mayHaveNoEffect || (!isCertain && wishes.mayHaveNoEffect),
    }
    if (!isCertain) beforeSignedOut = wishes
  }
  return wishes
}

// Somebody who signs out again at once may be gone before the signed-out clicks are theirs.
const isBriefVisit = ({ history }: World, device: number, signedInAt: number | undefined) => {
  if (signedInAt === undefined) return false
  const settled = findSettled(history, device, signedInAt)
  return history.sessions[device]?.some(({ at }) => at > signedInAt && at < settled) === true
}

const hasSessionChangeNear = (sessions: readonly SessionChange[], at: number) =>
  sessions.some((change) => Math.abs(change.at - at) < nearMs)

// A later click on another device wins if the first device had already heard that the account has its click.
const isSuperseded = ({ acknowledgedAt }: HeartClick, own: Wishes, all: readonly Wishes[]) =>
  acknowledgedAt !== undefined &&
  all.some(
    (other) =>
      other !== own &&
      !other.mayHaveNoEffect &&
      other.deciding.every(({ at }) => at > acknowledgedAt),
  )

const toWords = (click: HeartClick) =>
  `${click.action} ${click.id} at ${Math.round(click.at)} ms on device ${click.device} as ${click.owner}`

/** Rules I1 to I4: the account has what the last click wanted, and nothing else. */
export const checkAccount = (world: World, name: PersonName): void => {
  const { history, server } = world
  const held = server.listFavorites(world.personOf(name))
  const clicks = history.clicks.filter((click) => listPossibleOwners(click, history).includes(name))
  const byId = Map.groupBy(clicks, ({ id }) => id)
  for (const id of held) {
    const wasAdded = byId.get(id)?.some(({ action }) => action === 'add')
    if (!wasAdded) world.violate('I3', `${name} has ${id}, which ${name} never clicked`)
  }
  for (const [id, ofId] of byId) {
    if (id === refusedId) continue
    const devices = Map.groupBy(ofId, ({ device }) => device)
    const all = [...devices].map(([device, some]) => readWishes(world, device, some))
    const allowed = all.flatMap((one) =>
      one.deciding.filter((click) => !isSuperseded(click, one, all)),
    )
    const isHeld = held.includes(id)
    if (allowed.some(({ action }) => (action === 'add') === isHeld)) continue
    if (!isHeld && all.every(({ mayHaveNoEffect }) => mayHaveNoEffect)) continue
    const isOneDevice = devices.size === 1
    const clicked = ofId.map(toWords).join('; ')
    world.violate(
      isOneDevice ? 'I1' : 'I2',
      `${name} ${isHeld ? 'has' : 'does not have'} ${id} in the end. Clicks: ${clicked}`,
    )
  }
}

const isCutShort = ({ history }: World, place: number, since: number): boolean =>
  history.endedAt[place]?.some((ended) =>
    [since, ...(history.openedAt[place] ?? [])].some(
      (from) => ended >= Math.max(since, from) && ended < from + hearingMs,
    ),
  ) === true

/**
 * Rules I8 and I9: what a signed-in person clicked was sent although nobody did anything, and where somebody has signed
 * out, no list of theirs is left. If the clock of the device was set back, an alarm is enough, because it may be late.
 */
export const checkQuiet = (world: World): void => {
  for (const [place, device] of world.devices.entries()) {
    if (world.history.isSetBack[place] && device.hasAlarm('favorites')) continue
    const name = world.history.sessions[place]?.at(-1)?.person
    const signedAt = world.history.sessions[place]?.at(-1)?.at ?? 0
    if (device.stored.get('account.local') === null && !isCutShort(world, place, signedAt))
      for (const key of device.stored.keys())
        if (/^favorites\.confirmed\/[^@]/.test(key))
          world.violate('I9', `${device.name} has ${key}, and nobody is signed in`)
    if (!name) continue
    // An alarm that was set before the sign-in may be gone, because nothing could be sent before it.
    if (isCutShort(world, place, signedAt)) continue
    const { id } = world.personOf(name)
    for (const { heart, answer } of listStoredHearts(device.stored)) {
      if (answer) continue
      const { storedAt = 0 } = world.clickOf(place, heart) ?? {}
      if (heart.owner !== `${id}@${serverUrl}` || isCutShort(world, place, storedAt)) continue
      const action = heart.wanted ? 'add' : 'remove'
      world.violate('I8', `${device.name} has not sent ${action} ${heart.favorite.id}`)
    }
  }
}

/** Rule I7, before anybody opens or syncs anything: each open page shows what its device has stored. */
export const checkPages = (world: World): void => {
  for (const [place, device] of world.devices.entries()) {
    const owner = String(device.stored.get('favorites.owner'))
    const wanted = [...listStored(device, owner), ...listStored(device, deviceOwner)].join()
    for (const { process, shelf } of world.listPages(place)) {
      const shown = shelf.favorites.map(({ id }) => id).join()
      if (device.stored.has('favorites.owner') && (shelf.owner !== owner || shown !== wanted))
        world.violate(
          'I7',
          `${process.name} shows ${shown} of ${shelf.owner}, and the device has ${wanted} of ${owner}`,
        )
    }
  }
}

// The account's list as this device stored it last, with the unsent changes applied.
const listStored = ({ stored }: Device, owner: string): string[] => {
  const confirmed = (stored.get(`favorites.confirmed/${owner}`) ?? []) as { id: string }[]
  const hearts = listStoredHearts(stored)
    .flatMap(({ heart, answer }) => (heart.owner === owner && !answer ? heart : []))
    .sort((one, other) => one.at - other.at)
  const ids = new Set(confirmed.map(({ id }) => id))
  for (const { wanted, favorite } of hearts) {
    if (wanted) ids.add(favorite.id)
    else ids.delete(favorite.id)
  }
  return [...ids]
}

/** Rules I1, I6, I7 and I9: refusals are stored, nothing is left to do, and all pages show the account's list. */
export const checkDevices = (world: World, name: PersonName): void => {
  const { id } = world.personOf(name)
  const owner = `${id}@${serverUrl}`
  const held = world.server.listFavorites(world.personOf(name))
  for (const [place, device] of world.devices.entries()) {
    const hearts = listStoredHearts(device.stored)
    for (const { key, heart, answer } of hearts)
      if (heart.owner === owner && !answer) world.violate('I6', `${device.name} still has ${key}`)
    for (const key of device.stored.keys()) {
      const confirmed = /^favorites\.confirmed\/(.+)@/.exec(key)?.[1]
      if (confirmed && confirmed !== id)
        world.violate('I9', `${device.name} has a list of ${confirmed} while ${name} is signed in`)
    }
    const last = world.history.clicks.findLast(
      ({ device: on, id: clicked }) => on === place && clicked === refusedId,
    )
    const isTold = hearts.some(
      ({ heart, answer }) => heart.at === last?.clock && answer?.refused !== undefined,
    )
    if (last?.clock !== undefined && last.owner === owner && isKept(last) && !isTold)
      world.violate('I1', `${device.name} does not say that the server has refused ${refusedId}`)
    if (device.hasAlarm('favorites')) world.violate('I6', `${device.name} still has an alarm`)
    const note = [...device.localStorageTexts.keys()].find(isNote)
    if (note) world.violate('I6', `${device.name} still has the note ${note}`)
    const own = findBuiltIn(world, place)
    for (const { process, shelf } of world.listPages(place)) {
      const shown = shelf.favorites.filter(({ catalogue }) => !catalogue).map((one) => one.id)
      if (shelf.owner !== owner || shown.join() !== held.join())
        world.violate(
          'I7',
          `${process.name} shows ${shown} of ${shelf.owner}, and the account of ${name} has ${held}`,
        )
      const builtIn = shelf.favorites.filter(({ catalogue }) => catalogue).map((one) => one.id)
      for (const [picture, isOn] of own)
        if (builtIn.includes(picture) !== isOn)
          world.violate(
            'I1',
            `${process.name} shows the built-in ${picture} ${isOn ? 'without' : 'with'} a heart`,
          )
    }
  }
}

/**
 * Says for each built-in wallpaper whether the last click on this device turned its heart on. Leaves out a wallpaper whose
 * last click may not have been stored.
 */
const findBuiltIn = ({ history }: World, place: number): Map<string, boolean> => {
  const own = history.clicks.filter(({ device, owner }) => device === place && owner === '@local')
  const byId = Map.groupBy(own, ({ id }) => id)
  return new Map(
    [...byId].flatMap(([id, clicks]): [string, boolean][] => {
      const last = clicks.at(-1)
      return last && isKept(last) ? [[id, last.action === 'add']] : []
    }),
  )
}
