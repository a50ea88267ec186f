import { describe, expect, it } from 'vitest'
import { type AtServer, splitByServer } from '../../../../extension/features/backup/backup.ts'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'

const backed = {
  ...defaultSettings,
  catalogues: ['built-in', 'https://walls.test'],
  category: 'nature',
  dim: 20,
}
const here: AtServer = { catalogues: ['https://here.test'], source: 'favorites' }

describe('splitByServer', () => {
  it('keeps the current server, and restores all other settings', () => {
    const { now, later } = splitByServer({ ...backed, source: 'all' }, here)
    expect(now).toEqual({
      ...backed,
      catalogues: ['built-in', 'https://here.test'],
      source: 'all',
    })
    expect(later).toEqual({ catalogues: backed.catalogues, source: 'all' })
  })

  it('restores a user’s favorites as the source only together with their server', () => {
    const { now, later } = splitByServer({ ...backed, source: '@ada' }, here)
    expect(now.source).toBe('favorites')
    expect(later).toEqual({ catalogues: backed.catalogues, source: '@ada' })
  })
})
