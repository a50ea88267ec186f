import { describe, expect, it } from 'vitest'
import { toTone } from '../../../../extension/features/wallpaper/tone.ts'
import { bundle, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const shown = (luminance: number | null, color = '#000000') =>
  ({ source: 'catalogue', wallpaper: makeWallpaper({ luminance, color }), since: 0 }) as const

describe('toTone', () => {
  it('puts light glass on bright pictures and dark glass on dark ones', () => {
    expect(toTone(shown(0.8))).toBe('light')
    expect(toTone(shown(0.1))).toBe('dark')
  })

  it('goes by the colour where the luminance is not known', () => {
    expect(toTone(shown(null, '#FFFFFF'))).toBe('light')
    expect(toTone({ source: 'bundled', wallpaper: bundle[0]!, since: 0 })).toBe('dark')
    const bright = { ...bundle[0]!, luminance: 0.9 }
    expect(toTone({ source: 'bundled', wallpaper: bright, since: 0 })).toBe('light')
    expect(toTone(undefined)).toBe('dark')
  })
})
