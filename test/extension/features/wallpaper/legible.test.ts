import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  maxBlur,
  maxDim,
  type Veil,
} from '../../../../extension/features/settings/setting-values.ts'
import { toDimmed, toLegible } from '../../../../extension/features/wallpaper/legible.ts'
import {
  mapped,
  type Rgb,
  readLight,
  toLightMap,
  toLuminance,
} from '../../../../extension/platform/browser/light-map.ts'
import { encodeLight, measureAverage } from '../../../../shared/oklab.ts'
import { createRandom } from '../../fakes/create-random.ts'

const noVeil: Veil = { dim: 0, blur: 0 }
const maxVeil: Veil = { dim: maxDim, blur: maxBlur }
const inks = { light: [255, 255, 255], dark: [0x10, 0x13, 0x16] } as const
const unders = { light: 0, dark: 255 } as const

const toContrast = (a: Rgb, b: Rgb): number => {
  const [lighter = 0, darker = 0] = [toLuminance(a), toLuminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = (color: Rgb, under: number, scrim: number): Rgb =>
  color.map((part) => Math.round(part * (1 - scrim) + under * scrim)) as unknown as Rgb

const worstContrast = (colors: Rgb[], tone: number, more = 0): number => {
  const luminances = colors.map(toLuminance)
  const light = { darkest: Math.min(...luminances), lightest: Math.max(...luminances) }
  const { ink, scrim } = toLegible(light, tone)
  const covered = colors.map((color) => mix(color, unders[ink], scrim + more))
  return Math.min(...covered.map((color) => toContrast(inks[ink], color)))
}

describe('toLegible', () => {
  it('keeps 4.5 to 1 over any colors, however they are mixed', () => {
    const random = createRandom(7)
    for (let run = 0; run < 5_000; run++) {
      const count = 1 + Math.floor(random() * 12)
      const bright = random() * 256
      const spread = random()
      const part = () => Math.min(255, Math.floor(bright + (random() * 256 - bright) * spread))
      const colors = Array.from({ length: count }, () => [part(), part(), part()] as const)
      expect(worstContrast(colors, random()), JSON.stringify(colors)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('lays no more black over a picture than that takes', () => {
    for (let lightest = 0; lightest <= 255; lightest += 5) {
      for (let darkest = 0; darkest <= lightest; darkest += 5) {
        const greys: Rgb[] = [
          [darkest, darkest, darkest],
          [lightest, lightest, lightest],
        ]
        const [low, high] = greys.map(toLuminance) as [number, number]
        const { ink, scrim } = toLegible({ darkest: low, lightest: high }, 0.5)
        if (ink === 'light' && scrim > 0.05)
          expect(worstContrast(greys, 0.5, -0.05)).toBeLessThan(4.5)
      }
    }
  })

  it('needs none over a dark picture or a bright one, and half over one of both', () => {
    expect(toLegible({ darkest: 0, lightest: 0.1 }, 0.9)).toEqual({ ink: 'light', scrim: 0 })
    expect(toLegible({ darkest: 0.5, lightest: 1 }, 0.1)).toEqual({ ink: 'dark', scrim: 0 })
    const { scrim } = toLegible({ darkest: 0, lightest: 1 }, 0.5)
    expect(scrim).toBeGreaterThan(0.45)
    expect(scrim).toBeLessThan(0.55)
  })

  it('darkens a night with bright stars, and brightens a bright day with dark leaves', () => {
    const ofBoth = { darkest: 0, lightest: 1 }
    expect(toLegible(ofBoth, 0.2).ink).toBe('light')
    expect(toLegible(ofBoth, 0.8).ink).toBe('dark')
  })
})

describe('toDimmed', () => {
  it('is never less careful than the picture under black is', () => {
    const random = createRandom(11)
    const part = () => Math.floor(random() * 256)
    for (let run = 0; run < 5_000; run++) {
      const color: Rgb = random() < 0.3 ? [255, 0, part()] : [part(), part(), part()]
      const dim = random()
      const light = toLuminance(color)
      const seen = toLuminance(color.map((value) => value * (1 - dim)) as unknown as Rgb)
      const { darkest, lightest } = toDimmed({ darkest: light, lightest: light }, dim)
      expect(darkest, `${color} ${dim}`).toBeLessThanOrEqual(seen + 1e-9)
      expect(lightest, `${color} ${dim}`).toBeGreaterThanOrEqual(seen - 1e-9)
    }
  })

  it('changes nothing where nothing is dimmed', () => {
    const { darkest, lightest } = toDimmed({ darkest: 0.2, lightest: 0.7 }, 0)
    expect([darkest, lightest]).toEqual([expect.closeTo(0.2), expect.closeTo(0.7)])
  })
})

const wallpapers = 'extension/public/wallpapers'
const styles = readFileSync('extension/entrypoints/newtab/newtab.css', 'utf8')
const pictures = readdirSync(wallpapers).filter((file) => file.endsWith('.jpg'))

/**
 * The size of a tested block in pixels. It is half a cell of the light map, so that small and large
 * text is tested on every part of the picture.
 */
const block = 16
const columns = mapped.width / block
const rows = mapped.height / block

const decode = async (file: string): Promise<Buffer> => {
  const { width, height } = mapped
  const picture = sharp(`${wallpapers}/${file}`).resize(width, height, { fit: 'fill' })
  return picture.removeAlpha().raw().toBuffer()
}

const toMean = (colors: Rgb[]): Rgb =>
  [0, 1, 2].map(
    (part) => colors.reduce((sum, color) => sum + (color[part] ?? 0), 0) / colors.length,
  ) as unknown as Rgb

const readBlock = (data: Buffer, column: number, row: number): Rgb[] =>
  Array.from({ length: block ** 2 }, (_, at): Rgb => {
    const y = row * block + Math.floor(at / block)
    const start = (y * mapped.width + column * block + (at % block)) * 3
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0]
  })

/**
 * Selects every 17th color by brightness, including the darkest. Testing all colors would take
 * seconds.
 */
const pick = (colors: Rgb[]): Rgb[] => {
  const sorted = colors
    .map((color) => ({ color, luminance: toLuminance(color) }))
    .toSorted((a, b) => a.luminance - b.luminance)
    .map(({ color }) => color)
  return sorted.filter((_, at) => at % 17 === 0)
}

describe('what is written on a real picture, dimmed and blurred,', () => {
  const veils: Veil[] = [noVeil, { dim: 45, blur: 12 }, { dim: maxVeil.dim, blur: 0 }, maxVeil]

  it('has the letters that are measured here', () => {
    expect(pictures).toHaveLength(6)
    const written = [...styles.matchAll(/--ink: (#\w+);/g)].map(([, color]) => color)
    expect(written).toEqual(['#fff', '#101316'])
  })

  it.each(pictures)('has a contrast of 4.5 everywhere on %s', async (file) => {
    const data = await decode(file)
    const map = toLightMap(data, 3)
    const tone = encodeLight(measureAverage(data, 3).luminance)
    for (let at = 0; at < columns * rows; at++) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      const light = readLight(map, {
        left: column / columns,
        right: (column + 0.9) / columns,
        top: row / rows,
        bottom: (row + 0.9) / rows,
      })
      const colors = readBlock(data, column, row)
      const some = pick(colors)
      for (const { dim, blur } of veils) {
        const { ink, scrim } = toLegible(toDimmed(light, dim / 100), tone * (1 - dim / 100))
        const seen = blur > 0 ? [toMean(colors)] : some
        const contrasts = seen
          .map((color) => mix(mix(color, 0, dim / 100), unders[ink], scrim))
          .map((color) => toContrast(inks[ink], color))
        expect(Math.min(...contrasts), `${column} ${row} ${dim} ${blur}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
    }
  })
})
