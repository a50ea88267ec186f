import { afterEach, describe, expect, it, vi } from 'vitest'
import { toCaption } from '../../../extension/web/caption.ts'
import { makeWallpaper } from '../fakes/make-wallpaper.ts'

const captionOf = (part: Parameters<typeof makeWallpaper>[0]) =>
  toCaption({ kind: 'catalogue', wallpaper: { ...makeWallpaper(), ...part }, since: 0 })
    .split(' · ')
    .map((text) => text.slice(1, -1))

describe('toCaption', () => {
  it('says when and where a picture was taken, or else when it was added', () => {
    const created_at = '2026-01-04T16:25:58.520Z'
    const taken = { taken_on: '2019-05-13', place: 'Bern, Switzerland', credit: 'Ada' }
    expect(captionOf({ created_at, ...taken })).toEqual([
      ...['A lake', 'Nature', 'May 2019', 'Bern, Switzerland', 'Ada'],
    ])
    expect(captionOf({ created_at })).toEqual(['A lake', 'Nature', 'January 2026'])
  })

  afterEach(() => vi.unstubAllEnvs())
  it('names the month of a day that has begun earlier in the time zone of the screen', () => {
    vi.stubEnv('TZ', 'America/Lima')
    expect(captionOf({ taken_on: '2019-05-01' })).toContain('May 2019')
  })
})
