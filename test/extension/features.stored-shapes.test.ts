import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { accountStateItem } from '../../extension/features/account/account-messages.ts'
import { localSessionItem } from '../../extension/features/account/local-account.ts'
import { checkedItems } from '../../extension/features/favorites/favorite-details.ts'
import { toOwner } from '../../extension/features/favorites/favorites.ts'
import {
  bringFirstOutbox,
  createFavoritesStore,
  favoritesStore,
  outboxLog,
  syncStore,
} from '../../extension/features/favorites/favorites-store.ts'
import { syncStatusItem } from '../../extension/features/favorites/sync-status.ts'
import { firstServer } from '../../extension/features/settings/catalogues.ts'
import { defaultSettings, settingsItem } from '../../extension/features/settings/settings.ts'
import { applyStamps, parseStamps, stampChanges } from '../../extension/features/settings/stamps.ts'
import { fetchStatusItem } from '../../extension/features/wallpaper/fetch-status.ts'
import { parseDeck } from '../../extension/features/wallpaper/parse-deck.ts'
import { readStorage } from '../../extension/platform/storage/stored-item.ts'
import { createWriteAhead } from '../../extension/platform/storage/stored-log.ts'
import { createMemoryStorage } from './fakes/memory-storage.ts'

const server = 'https://walls.test'
const { local } = fakeBrowser.storage
const person = { id: 'u1', username: 'ada', name: 'Ada', image: '' }
const favorite = { id: 'lake', title: 'A lake', color: '#204060', preview_url: `${server}/lake` }
const filters = JSON.stringify([server, 'screen', null, null])

/** Settings in the shape that each released version stored, from the oldest to the newest. */
const settingsOfVersions = [
  ['no filters yet', { server: server, rotation: 'day' }],
  ['filters', { server: server, device: 'any', category: 'nature', color: 'red', rotation: 'ask' }],
  [
    'what is blocked',
    { server: server, blocked: [{ kind: 'category', name: 'tech', title: 'Tech' }] },
  ],
  ['a clock', { server: server, clock: false, date: false, greeting: false, greetingName: 'Ada' }],
  ['a budget', { server: server, saveData: 'always', budget: 50 }],
  [
    'several categories and colors, and the ratio of the screen',
    { server: server, device: 'fit', category: 'nature,art', color: 'red,blue' },
  ],
  ['the picture of the day', { server: server, rotation: 'today' }],
  ['several catalogues', { catalogues: ['built-in', server] }],
] as const

/** Stored wallpapers in the shape that each released version used. Newer versions added fields. */
const wallpapersOfVersions = [
  ['the first', { luminance: 0.2, placeholder: null }],
  [
    'with sizes and tags',
    { width: 3840, height: 2160, tags: ['sky'], credit: null, license: null },
  ],
  ['with its light', { light: '0o'.repeat(48) }],
  ['with its server', { server: server, light: '0o'.repeat(48) }],
  ['with its catalogue', { catalogue: server }],
] as const

describe('what an older version has stored', () => {
  beforeEach(() => fakeBrowser.reset())

  it.each(settingsOfVersions)('is read: settings with %s', async (_name, stored) => {
    await local.set({ settings: stored })
    const { server: _, ...others } = { server: '', catalogues: [server], ...stored }
    expect(await settingsItem.read()).toEqual({ ...defaultSettings, ...others })
  })

  it.each(wallpapersOfVersions)('is read: a deck of wallpapers, %s', (_name, part) => {
    const wallpaper = { ...favorite, description: 'By the sea', url: `${server}/lake.jpg`, ...part }
    const deck = parseDeck({
      rotation: 'hour',
      filters,
      current: { source: 'catalogue', wallpaper, since: 7 },
      upcoming: [{ wallpaper, filters, bytes: 9 }],
      history: [wallpaper],
      lastBundledId: null,
    })
    const wanted = {
      id: 'lake',
      title: 'A lake',
      catalogue: server,
      image_url: `${server}/lake.jpg`,
    }
    expect(deck).toMatchObject({ rotation: 'hour', filters, pinned: null })
    expect(deck.current).toMatchObject({ source: 'catalogue', since: 7, wallpaper: wanted })
    expect(deck.upcoming).toMatchObject([{ bytes: 9, wallpaper: wanted }])
    expect(deck.history).toMatchObject([wanted])
  })

  it('is read: a built-in wallpaper with the measures that it had', () => {
    const wallpaper = { id: 'dawn', file: 'wallpapers/dawn.jpg', placeholder: null, tone: 0.4 }
    const { current } = parseDeck({ current: { source: 'bundled', wallpaper, since: 7 } })
    expect(current).toMatchObject({ source: 'bundled', wallpaper: { id: 'dawn', light: null } })
  })

  it('is brought over: hearts that were one list, before there were accounts', async () => {
    const at = 1_700_000_000_000
    await local.set({
      'favorites.outbox': [
        { action: 'add', favorite, at },
        { action: 'add', favorite: { ...favorite, id: 'moss' }, at: at + 1 },
      ],
    })
    await bringFirstOutbox()
    const set = vi.spyOn(local, 'set')
    await bringFirstOutbox()
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
    const ids = (await favoritesStore.read()).favorites.map(({ id }) => id)
    expect(ids).toEqual(['lake', 'moss'])
    const owners = outboxLog.list(await readStorage()).map(({ entry }) => entry.owner)
    expect(owners).toEqual([toOwner(firstServer), toOwner(firstServer)])
    expect((await local.get('favorites.outbox'))['favorites.outbox']).toEqual([])
  })

  it('is read: a heart without an owner, and what an account has confirmed', async () => {
    await local.set({
      'favorites.outbox/1/lake': { action: 'add', favorite, at: 1 },
      [`favorites.confirmed/${toOwner(firstServer)}`]: [{ ...favorite, id: 'moss' }],
    })
    const ids = (await favoritesStore.read()).favorites.map(({ id }) => id)
    expect(ids).toEqual(['moss', 'lake'])
  })

  it('is found again: everything about hearts is still stored under the same names', async () => {
    const nobody = toOwner(server)
    const ada = toOwner(server, 'ada')
    await favoritesStore.record({ action: 'add', favorite, owner: nobody })
    await syncStore.show(ada, nobody)
    await syncStore.confirm(ada, ['moss'])
    for (const change of await syncStore.listWaiting(ada)) await syncStore.refuse(change, 'Full')
    await checkedItems.of(server).update(() => ({ moss: { at: 1, isGone: true } }))
    await syncStatusItem.update((status) => ({ ...status, failures: 1 }))
    const names = Object.keys(await local.get(null)).map((key) => key.replace(/\d+\/.*lake.*/, '…'))
    expect(new Set(names)).toEqual(
      new Set([
        'favorites.outbox/…',
        `favorites.adopted/${ada}`,
        'favorites.owner',
        `favorites.confirmed/${ada}`,
        'favorites.refused/…',
        `favorites.checked/${server}`,
        'favorites.sync',
      ]),
    )
  })

  it('is found again: the time of the last click, in localStorage', async () => {
    const texts = createMemoryStorage()
    vi.stubGlobal('localStorage', texts)
    await favoritesStore.record({ action: 'add', favorite, owner: toOwner(server) })
    expect(Object.keys(texts)).toEqual(['fresco.clock'])
    vi.unstubAllGlobals()
  })

  it.each([
    ['a page', toOwner(firstServer)],
    ['the background of Firefox', '1'],
  ])('is stored: a heart of which %s has left only a note', async (_, slot) => {
    const value = { action: 'add', favorite, at: 1, owner: toOwner(firstServer) }
    const notes = createMemoryStorage()
    const note = JSON.stringify({ key: 'favorites.outbox/1/lake', value })
    notes.setItem(`fresco.ahead/favorites.outbox/${slot}/lake`, note)
    await createFavoritesStore({ ahead: createWriteAhead({ notes, graceMs: 0 }) }).recover()
    expect((await favoritesStore.read()).favorites).toEqual([favorite])
    expect(notes.length).toBe(0)
  })

  it('is read: the stamp of a list of what is blocked, from before it had parts', () => {
    const blocked = [{ kind: 'category' as const, name: 'tech', title: '' }]
    const stamps = parseStamps({ blocked: { value: blocked, at: 7 }, dim: { value: 20, at: 8 } })
    expect(Object.keys(stamps)).not.toContain('blocked')
    const settings = { ...defaultSettings, blocked, dim: 20 }
    expect(applyStamps(stamps, defaultSettings)).toEqual(settings)
    expect(stampChanges(stamps, settings, 9)).toBe(stamps)
  })

  it('is read: a session, its state, and how asking the servers went', async () => {
    await local.set({
      'account.local': { server: server, token: 'secret', person },
      'account.state': { provider: 'local', kind: 'signed-in', person },
      'fetch-status': { filters, failures: 2, lastAttempt: 5, retryAt: 9, problem: null },
      'favorites.sync': { owner: 'u1@x', failures: 1, problem: { kind: 'refused', status: 500 } },
    })
    expect(await localSessionItem.read()).toMatchObject({ token: 'secret', isEnded: false })
    expect(await accountStateItem.read()).toMatchObject({ kind: 'signed-in', person })
    expect(await fetchStatusItem.read()).toMatchObject({ failures: 2, retryAt: 9, reach: {} })
    expect(await syncStatusItem.read()).toMatchObject({
      owner: 'u1@x',
      problem: { status: 500 },
      syncedAt: 0,
    })
  })
})
