import { describe, expect, it } from 'vitest'
import {
  type Backup,
  parseBackupFile,
  restoreFavorites,
  toBackedFavorites,
  toBackupFile,
} from '../../../../extension/features/backup/backup.tsx'
import { serverOf, toOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  favoritesStore,
  ownerItem,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const favorite = { id: 'a', title: 'A', color: '#112233', preview_url: 'https://walls.test/a.jpg' }
const backup: Backup = {
  settings: {
    ...defaultSettings,
    sources: ['https://walls.test', 'https://github.com/u/r'],
    category: 'nature',
    rotation: 'day',
    links: ['https://ada.test/ Ada'],
  },
  favorites: {
    server: 'https://walls.test',
    list: [favorite],
    local: [{ ...favorite, catalogue: 'built-in' }],
  },
}
const write = () => toBackupFile(backup, new Date('2030-01-02T03:04:05Z'))
const change = (part: object) => JSON.stringify({ ...JSON.parse(write()), ...part })

describe('toBackupFile', () => {
  it('writes a file that is read back without a difference', () => {
    expect(parseBackupFile(write())).toEqual(backup)
    expect(JSON.parse(write()).exportedAt).toBe('2030-01-02T03:04:05.000Z')
  })
})

describe('toBackedFavorites', () => {
  it('has the hearts of own pictures, whose ids are digests of the files', () => {
    const own = { ...favorite, catalogue: 'own' }
    expect(toBackedFavorites([favorite, own], 'https://walls.test')).toMatchObject({
      list: [favorite],
      local: [own],
    })
  })
})

describe('parseBackupFile', () => {
  it.each([
    ['a picture', '\u0089PNG\r\n', 'backupNoJson'],
    ['an empty file', '', 'backupNoJson'],
    ['half a file', write().slice(0, 80), 'backupNoJson'],
    ['a list', '[]', 'backupOther'],
    ['the settings of something else', '{"theme":"dark"}', 'backupOther'],
    ['a file without a version', change({ version: null }), 'backupOther'],
    ['a file of a newer version', change({ version: 2 }), 'backupNewer'],
  ])('says what is wrong with %s', (_, text, problem) => {
    expect(parseBackupFile(text)).toBe(problem)
  })

  it('reads the valid parts of a file that somebody has edited', () => {
    const edited = change({
      settings: { server: 'javascript:alert(1)', category: 'nature', rotation: 7 },
      favorites: { server: 'https://walls.test', list: [favorite, { title: 'without an id' }, 3] },
    })
    expect(parseBackupFile(edited)).toEqual({
      settings: { ...defaultSettings, category: 'nature' },
      favorites: { ...backup.favorites, local: [] },
    })
  })
})

const restore = (server: string, ids: string[]) =>
  restoreFavorites({ server, list: ids.map((id) => makeFavorite(id)), local: [] })
const listIds = async () => (await favoritesStore.read()).favorites.map(({ id }) => id)

describe('restoreFavorites', () => {
  it('adds missing favorites in the order of the file, and keeps those that exist', async () => {
    const { owner } = await favoritesStore.read()
    await favoritesStore.record({ wanted: true, favorite: makeFavorite('mine'), owner })
    expect(await restore(serverOf(owner), ['a', 'mine', 'b'])).toBe(2)
    expect(await listIds()).toEqual(['mine', 'a', 'b'])
  })

  it('brings back the favorites of catalogues without accounts, each once', async () => {
    const local = [makeFavorite('dawn', { catalogue: 'built-in' })]
    const backed = { server: 'https://walls.test', list: [makeFavorite('dawn')], local }
    expect(await restoreFavorites(backed)).toBe(2)
    expect((await favoritesStore.read()).favorites).toEqual(local)
    await restoreFavorites(backed)
    expect((await favoritesStore.read()).favorites).toEqual(local)
  })

  it('shows favorites of another server only on that server', async () => {
    await restore('https://walls.test', ['a'])
    expect(await listIds()).toEqual([])
    await ownerItem.update(() => toOwner('https://walls.test'))
    expect(await listIds()).toEqual(['a'])
  })
})
