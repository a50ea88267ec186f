import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Ink,
  toDimmed,
  toInk,
  toScrim,
} from '../../../../extension/features/wallpaper/legible.ts'
import { type Rgb, toLuminance } from '../../../../extension/platform/browser/light-map.ts'
import { makeRandom } from '../../../builders.ts'

const inks = { light: [255, 255, 255], dark: [0x10, 0x13, 0x16] } as const
const unders = { light: 0, dark: 255 } as const

const toContrast = (a: Rgb, b: Rgb): number => {
  const [lighter = 0, darker = 0] = [toLuminance(a), toLuminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = (color: Rgb, under: number, scrim: number): Rgb =>
  color.map((part) => Math.round(part * (1 - scrim) + under * scrim)) as unknown as Rgb

const worstContrast = (ink: Ink, colors: Rgb[], fontPx: number, more = 0): number => {
  const luminances = colors.map(toLuminance)
  const [darkest, lightest] = [Math.min(...luminances), Math.max(...luminances)]
  const scrim = toScrim(ink, { darkest, lightest, typical: 0.5 }, fontPx)
  const covered = colors.map((color) => mix(color, unders[ink], scrim + more))
  return Math.min(...covered.map((color) => toContrast(inks[ink], color)))
}

describe('toScrim', () => {
  it.each([
    [16, 4.5],
    [24, 3],
  ])(
    'keeps letters of %i px at %d to 1 over any colors, however they are mixed',
    (fontPx, least) => {
      const random = makeRandom('colors')
      for (let run = 0; run < 5_000; run++) {
        const count = 1 + Math.floor(random() * 12)
        const bright = random() * 256
        const spread = random()
        const part = () => Math.min(255, Math.floor(bright + (random() * 256 - bright) * spread))
        const colors = Array.from({ length: count }, () => [part(), part(), part()] as const)
        for (const ink of ['light', 'dark'] as const)
          expect(worstContrast(ink, colors, fontPx), JSON.stringify(colors)).toBeGreaterThanOrEqual(
            least,
          )
      }
    },
  )

  it('lays no more black over a picture than that takes', () => {
    for (let lightest = 0; lightest <= 255; lightest += 5) {
      const grey: Rgb = [lightest, lightest, lightest]
      const luminance = toLuminance(grey)
      const light = { darkest: luminance, lightest: luminance, typical: 0.5 }
      if (toScrim('light', light, 16) > 0.05)
        expect(worstContrast('light', [grey], 16, -0.05)).toBeLessThan(4.5)
    }
  })

  it('needs none for light letters in the dark or dark ones in the light, and half over both', () => {
    expect(toScrim('light', { darkest: 0, lightest: 0.1, typical: 0.1 }, 16)).toBe(0)
    expect(toScrim('dark', { darkest: 0.5, lightest: 1, typical: 0.9 }, 16)).toBe(0)
    const scrim = toScrim('light', { darkest: 0, lightest: 1, typical: 0.5 }, 16)
    expect(scrim).toBeGreaterThan(0.45)
    expect(scrim).toBeLessThan(0.55)
  })
})

describe('toInk', () => {
  it('is light in a night with bright stars, and dark on a bright day with dark leaves', () => {
    const ofBoth = { darkest: 0, lightest: 1 }
    expect(toInk({ ...ofBoth, typical: 0.2 })).toBe('light')
    expect(toInk({ ...ofBoth, typical: 0.8 })).toBe('dark')
  })
})

describe('toDimmed', () => {
  it('is never less careful than the picture under black is', () => {
    const random = makeRandom('dimmed')
    const part = () => Math.floor(random() * 256)
    for (let run = 0; run < 5_000; run++) {
      const color: Rgb = random() < 0.3 ? [255, 0, part()] : [part(), part(), part()]
      const dim = random()
      const light = toLuminance(color)
      const seen = toLuminance(color.map((value) => value * (1 - dim)) as unknown as Rgb)
      const { darkest, lightest } = toDimmed(
        { darkest: light, lightest: light, typical: light },
        dim,
      )
      expect(darkest, `${color} ${dim}`).toBeLessThanOrEqual(seen + 1e-9)
      expect(lightest, `${color} ${dim}`).toBeGreaterThanOrEqual(seen - 1e-9)
    }
  })
})

describe('the style of new tabs', () => {
  it('has the letters that are measured here', () => {
    const styles = readFileSync('extension/entrypoints/newtab/newtab.css', 'utf8')
    const written = [...styles.matchAll(/--ink: (#\w+);/g)].map(([, color]) => color)
    expect(written).toEqual(['#fff', '#101316'])
  })
})
