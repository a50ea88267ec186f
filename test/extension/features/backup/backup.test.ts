import { describe, expect, it } from 'vitest'
import {
  type Backup,
  parseBackupFile,
  toBackedFavorites,
  toBackupFile,
} from '../../../../extension/features/backup/backup.ts'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'

const favorite = { id: 'a', title: 'A', color: '#112233', preview_url: 'https://walls.test/a.jpg' }
const backup: Backup = {
  settings: {
    ...defaultSettings,
    catalogues: ['https://walls.test', 'https://github.com/u/r'],
    category: 'nature',
    rotation: 'day',
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
  })

  it('writes the format, the version and the time', () => {
    expect(JSON.parse(write())).toMatchObject({
      format: 'fresco-backup',
      version: 1,
      exportedAt: '2030-01-02T03:04:05.000Z',
    })
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

  it('reads a file without favorites', () => {
    expect(parseBackupFile(change({ favorites: undefined }))).toMatchObject({
      favorites: { list: [] },
    })
  })
})
