import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharpCollages } from '../../../../server/adapters/sharp/collages.ts'
import { toInput } from '../../../../server/adapters/sharp/open-picture.ts'
import { createSharpRenditions } from '../../../../server/adapters/sharp/renditions.ts'
import type {
  CollagePart,
  Collages,
  Rendition,
  Renditions,
} from '../../../../server/catalogue/renditions.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt, plain } from '../sample-pictures.ts'

const size = { width: 1200, height: 630 }
const colors = ['#FF0000', '#00FF00', '#0000FF', '#FFFF00']
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir: string
let files: CollagePart[]
let collages: Collages
beforeAll(async () => {
  dir = await makeTempDir('collages')
  files = await Promise.all(
    colors.map(async (color, at) => {
      const path = join(dir, `${at}.png`)
      await plain(color).png().toFile(path)
      return { file: await pictureAt(path), ratio: 16 / 9 }
    }),
  )
  const renditions = createSharpRenditions({ dir: join(dir, 'r'), maxBytes: 1e6, log })
  collages = createSharpCollages({ dir: join(dir, 'c'), maxBytes: 1e6, renditions, log })
})
afterAll(() => removeDir(dir))

const quartersOf = async (picture: Rendition['picture']) => {
  const { data, info } = await sharp(toInput(picture)).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject(size)
  const at = (x: number, y: number) => {
    const start = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3
    const isHigh = [...data.subarray(start, start + 3)].map((value) => (value > 128 ? 'FF' : '00'))
    return colors.indexOf(`#${isHigh.join('')}`)
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

describe('createSharpCollages', () => {
  it.each([
    [1, [0, 0, 0, 0]],
    [2, [0, 1, 0, 1]],
    [3, [0, 1, 0, 2]],
    [4, [0, 1, 2, 3]],
  ])('lays out %i pictures without a hole, small ones too', async (count, expected) => {
    const { picture, contentType } = await collages.compose(files.slice(0, count), size)
    expect(contentType).toBe('image/jpeg')
    expect(await quartersOf(picture)).toEqual(expected)
  })

  it('crops tall and wide pictures by less than a quarter', async () => {
    const asked: Partial<Record<'width' | 'height', number | undefined>>[] = []
    const renditions: Renditions = {
      ...({} as Renditions),
      render: async (_file, request) => {
        asked.push(request)
        return { picture: await plain('#fff', 8, 8).png().toBuffer(), contentType: 'image/png' }
      },
    }
    const collage = createSharpCollages({
      dir: join(dir, 'shapes'),
      maxBytes: 1e6,
      renditions,
      log,
    })
    const [tall, wide] = [9 / 16, 16 / 9]
    for (const ratios of [
      [tall, tall, tall, tall],
      [wide, tall, wide, tall],
      [wide, wide, tall],
      [tall, wide],
    ]) {
      asked.length = 0
      const parts = ratios.map((ratio, at) => ({ ...(files[at] as CollagePart), ratio }))
      await collage.compose(parts, size)
      const kept = ratios.map((ratio, at) => {
        const { width = 0, height = 1 } = asked[at] ?? {}
        return Math.min(width / height / ratio, ratio / (width / height))
      })
      expect(Math.min(...kept), ratios.join()).toBeGreaterThan(0.75)
    }
  })

  it('makes the same collage only once', async () => {
    const [first, second] = await Promise.all([
      collages.compose(files, size),
      collages.compose(files, size),
    ])
    expect(toInput(second.picture)).toBe(toInput(first.picture))
    const reversed = await collages.compose(files.toReversed(), size)
    expect(toInput(reversed.picture)).not.toBe(toInput(first.picture))
  })

  it('makes a collage even when no tile can be written to disk', async () => {
    const nowhere = join(import.meta.filename, 'no folder')
    const renditions = createSharpRenditions({ dir: nowhere, maxBytes: 1e6, log })
    const options = { dir: nowhere, maxBytes: 1e6, renditions, log }
    const { picture } = await createSharpCollages(options).compose(files, size)
    expect(picture).toBeInstanceOf(Uint8Array)
    expect(await quartersOf(picture)).toEqual([0, 1, 2, 3])
  })
})
