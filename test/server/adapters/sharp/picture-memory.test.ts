import type { Metadata } from 'sharp'
import { describe, expect, it } from 'vitest'
import { estimateMemory } from '../../../../server/adapters/sharp/picture-memory.ts'

const header = (fields: Partial<Metadata>) =>
  ({
    format: 'png',
    width: 8000,
    height: 6000,
    channels: 3,
    depth: 'uchar',
    isProgressive: false,
    ...fields,
  }) as Metadata
const fullSize = { width: 8000, height: 6000, whole: { width: 8000, height: 6000 } }
const thumbnail = { width: 600, height: 400, whole: { width: 600, height: 450 } }

/** `measured` is the growth of the process in MiB when sharp 0.35.5 made the picture. */
describe('estimateMemory', () => {
  it.each([
    ['an interlaced PNG', 705, header({ width: 15_000, height: 15_000, isProgressive: true })],
    [
      'a transparent interlaced PNG',
      119,
      header({ width: 5000, height: 5000, channels: 4, isProgressive: true }),
    ],
    [
      'an interlaced PNG of 16 bits',
      248,
      header({ width: 7680, height: 4320, depth: 'ushort', isProgressive: true }),
    ],
    ['a wide PNG', 55, header({ width: 10_000, height: 5000 })],
    ['a turned PNG', 163, header({ width: 10_000, height: 5000, orientation: 6 })],
    ['a baseline JPEG', 9, header({ format: 'jpeg' })],
    ['a turned JPEG', 158, header({ format: 'jpeg', orientation: 6 })],
    ['a progressive JPEG', 146, header({ format: 'jpeg', isProgressive: true })],
    [
      'a progressive JPEG with full chroma',
      285,
      header({ format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' }),
    ],
    ['a lossless WebP', 136, header({ format: 'webp', width: 7680, height: 4320 })],
    ['an AVIF', 154, header({ compression: 'av1', width: 3840, height: 2160 })],
    [
      'an AVIF of 10 bits',
      789,
      header({ compression: 'av1', width: 7680, height: 4320, depth: 'ushort' }),
    ],
  ])('covers what a thumbnail of %s took: %i MiB', (_what, measured, picture) => {
    const estimated = estimateMemory(picture, { ...thumbnail, format: 'jpeg' }) / 2 ** 20
    expect(estimated).toBeGreaterThan(measured)
    expect(estimated).toBeLessThan(measured * 1.8 + 20)
  })

  it.each([
    ['jpeg', 27],
    ['webp', 252],
  ] as const)('covers what the whole of a baseline JPEG took as %s: %i MiB', (format, measured) => {
    const estimated = estimateMemory(header({ format: 'jpeg' }), { ...fullSize, format }) / 2 ** 20
    expect(estimated).toBeGreaterThan(measured)
    expect(estimated).toBeLessThan(measured * 1.2 + 20)
  })

  it('counts what is cut off', () => {
    const output = { width: 3840, height: 2160, whole: { width: 3840, height: 2880 } }
    const estimated = estimateMemory(header({ format: 'jpeg' }), { ...output, format: 'jpeg' })
    expect(estimated).toBeGreaterThan(87 * 2 ** 20)
    expect(estimated).toBeLessThan(110 * 2 ** 20)
  })
})
