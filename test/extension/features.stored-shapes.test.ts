import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { accountStateItem } from '../../extension/features/account/account-messages.ts'
import { localSessionItem } from '../../extension/features/account/local-account.ts'
import { checkedItems } from '../../extension/features/favorites/favorite-details.ts'
import { toOwner } from '../../extension/features/favorites/favorites.ts'
import {
  confirmedItems,
  createFavoritesStore,
  favoritesStore,
  listHearts,
  ownerItem,
  syncStore,
} from '../../extension/features/favorites/favorites-store.ts'
import { syncStatusItem } from '../../extension/features/favorites/sync.ts'
import { settingsItem } from '../../extension/features/settings/settings.ts'
import { parseStamps } from '../../extension/features/settings/settings-sync.ts'
import { fetchStatusItem } from '../../extension/features/supply/fetch-status.ts'
import { parseDeck } from '../../extension/features/wallpaper/parse-deck.ts'
import { createNotes } from '../../extension/platform/storage/notes.ts'
import { readStorage } from '../../extension/platform/storage/stored-item.ts'
import { createMemoryStorage } from './fakes/memory-storage.ts'

const { local } = fakeBrowser.storage
const server = 'https://walls.test'
const nobody = toOwner(server)
const ada = toOwner(server, 'u1')
const person = { id: 'u1', username: 'ada', name: 'Ada', image: '' }
const favorite = { id: 'lake', title: 'A lake', color: '#204060', preview_url: `${server}/lake` }
const heart = { wanted: true, favorite, owner: ada, at: 7 }
const heartName = [ada, 'favorites', '', 'lake'].map(encodeURIComponent).join('/')
const attempts = {
  failures: 2,
  lastAttempt: 5,
  retryAt: 9,
  mustWait: false,
  problem: { kind: 'refused', status: 500 },
}

/**
 * What version 0.1.0 stores in `storage.local`. A later version must read all of it. When a shape changes, the new
 * shape is added here, and the old one stays.
 */
const stored = {
  settings: {
    catalogues: ['built-in', server],
    device: 'fit',
    category: 'nature,art',
    color: 'red',
    rotation: 'day',
    darker: '19:00-07:00',
    source: 'favorites',
    blocked: [{ kind: 'category', name: 'tech', title: 'Tech' }],
    clock: false,
    date: false,
    greeting: false,
    greetingName: 'Ada',
    saveData: 'always',
    budget: 50,
    dim: 20,
    blur: 8,
  },
  'favorites.owner': ada,
  [`favorites.confirmed/${ada}`]: [favorite, { ...favorite, id: 'moss', isGone: true }],
  [`favorites.checked/${server}`]: { moss: { at: 1, isGone: true } },
  [`favorites.hearts/${heartName}`]: heart,
  [`favorites.answers/${heartName}`]: { at: 7, refused: 'Favorites list is full' },
  'favorites.sync': { ...attempts, owner: ada, syncedAt: 3 },
  'fetch-status': {
    ...attempts,
    filters: `["${server}","screen",null,null,"all"]`,
    reach: { [server]: 50 },
    darkReach: { [server]: -1 },
    failing: [{ ...attempts, catalogue: server }],
    reachedAt: 4,
  },
  'account.local': { server, token: 'secret', person, isEnded: false },
  'account.state': { provider: 'local', kind: 'signed-in', person },
}

const wallpaper = {
  id: 'lake',
  title: 'A lake',
  description: 'By the sea',
  category: 'nature',
  type: 'desktop',
  width: 3840,
  height: 2160,
  tags: ['sky'],
  colors: ['blue'],
  color: '#204060',
  luminance: 0.2,
  light: '0o'.repeat(48),
  focal: '9% 50%',
  placeholder: 'data:image/webp;base64,AA',
  credit: 'Ada',
  license: 'CC0',
  url: `${server}/lake.jpg`,
  preview_url: `${server}/cache/lake.jpg`,
  image_url: `${server}/images/lake`,
  catalogue: server,
}
const filters = `["${server}","screen",null,null,"all"]`

/** The deck that version 0.1.0 stores in IndexedDB. */
const deck = {
  rotation: 'hour',
  filters,
  current: { source: 'catalogue', wallpaper, since: 7 },
  pinned: { source: 'catalogue', wallpaper, since: 7 },
  upcoming: [{ wallpaper, filters, bytes: 9, forDark: true, showFrom: 3 }],
  history: [wallpaper],
  lastBundledId: 'dawn',
  darker: 'system',
  wasDark: true,
}

describe('what version 0.1.0 has stored', () => {
  it.each([
    ['settings', settingsItem.read],
    ['favorites.owner', ownerItem.read],
    [`favorites.confirmed/${ada}`, confirmedItems.of(ada).read],
    [`favorites.checked/${server}`, checkedItems.of(server).read],
    ['favorites.sync', syncStatusItem.read],
    ['fetch-status', fetchStatusItem.read],
    ['account.local', localSessionItem.read],
    ['account.state', accountStateItem.read],
  ] as const)('is read: %s', async (name, read) => {
    await local.set(stored)
    expect({ value: await read() }).toMatchObject({ value: stored[name] })
  })

  it('is read: a heart that was refused', async () => {
    await local.set(stored)
    expect(listHearts(await readStorage())).toEqual([
      { ...heart, isAcknowledged: true, refused: 'Favorites list is full' },
    ])
  })

  it('is read: the deck', () => {
    expect(parseDeck(deck)).toMatchObject(deck)
    const [entry] = deck.upcoming
    const { upcoming } = parseDeck({ upcoming: [{ ...entry, showFrom: 0 }] })
    expect(upcoming).toMatchObject([{ ...entry, showFrom: null }])
    const bundled = { id: 'dawn', title: 'Dawn', description: '', color: null, luminance: 0.4 }
    const current = { source: 'bundled', since: 7, wallpaper: { ...bundled, light: null } }
    expect(parseDeck({ current }).current).toMatchObject(current)
  })

  it('is read: the times of the settings, here and in the browser’s sync', () => {
    const entry = { kind: 'category', name: 'tech', title: 'Tech', at: 7 }
    const stamps = {
      color: { value: 'red', at: 7 },
      'blocked/3': { value: [entry, { gone: 'tag sky', at: 8 }], at: 8 },
    }
    const { at, ...value } = entry
    expect(parseStamps(stamps)).toEqual({
      color: stamps.color,
      'blocked/category tech': { value, at },
      'blocked/tag sky': { value: null, at: 8 },
    })
  })

  it('is stored: a heart of which a closed page has left only a note', async () => {
    const texts = createMemoryStorage()
    texts.setItem('fresco.ahead/lake', JSON.stringify(heart))
    await local.set({ 'favorites.owner': ada })
    await createFavoritesStore({ notes: createNotes(texts) }).recover()
    expect((await favoritesStore.read()).favorites).toEqual([favorite])
    expect(texts.length).toBe(0)
  })

  it('is stored under the same names by this version', async () => {
    const texts = createMemoryStorage()
    vi.stubGlobal('localStorage', texts)
    await favoritesStore.record({ wanted: true, favorite, owner: nobody })
    expect(Object.keys(texts)).toEqual(['fresco.clock'])
    vi.unstubAllGlobals()
    await syncStore.show(ada, nobody)
    await syncStore.confirm(ada, ['moss'])
    const names = Object.keys(await local.get(null)).map(decodeURIComponent)
    expect(new Set(names)).toEqual(
      new Set([
        `favorites.hearts/${nobody}/favorites//lake`,
        `favorites.answers/${nobody}/favorites//lake`,
        `favorites.hearts/${ada}/favorites//lake/adopted`,
        'favorites.owner',
        `favorites.confirmed/${ada}`,
      ]),
    )
  })
})
