import { describe, expect, it } from 'vitest'
import { splitByServer } from '../../../../extension/features/backup/backup.ts'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'

const backed = { ...defaultSettings, server: 'https://walls.test', category: 'nature', dim: 20 }
const here = { server: 'https://here.test', source: 'favorites' } as const

describe('splitByServer', () => {
  it('keeps the current server, and restores all other settings', () => {
    const { now, later } = splitByServer({ ...backed, source: 'all' }, here)
    expect(now).toEqual({ ...backed, server: here.server, source: 'all' })
    expect(later).toEqual({ server: 'https://walls.test', source: 'all' })
  })

  it('restores a user’s favorites as the source only together with their server', () => {
    const { now, later } = splitByServer({ ...backed, source: '@ada' }, here)
    expect(now.source).toBe('favorites')
    expect(later).toEqual({ server: 'https://walls.test', source: '@ada' })
  })
})
