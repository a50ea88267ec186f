import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImageHost } from '../../server/http/wallpapers/image-host.ts'
import { resolutions } from '../../shared/filter-values.ts'
import { type HostedQuery, hostedResponseSchema } from '../../shared/hosted-api.ts'

/** The tested host tags landscape images `desktop` and portrait ones `mobile`. */
export interface ContractImage {
  id: string
  width: number
  height: number
}

export interface ImageHostHarness {
  host: ImageHost
  close: () => Promise<void>
}

const contractImages: readonly ContractImage[] = [
  { id: 'wide-8k', width: 7680, height: 4320 },
  { id: 'wide-4k', width: 3840, height: 2160 },
  { id: 'wide-but-low', width: 5000, height: 1000 },
  { id: 'folder/wide-hd', width: 1920, height: 1080 },
  { id: 'high-8k', width: 4320, height: 7680 },
  { id: 'high-hd', width: 1080, height: 1920 },
  { id: 'square', width: 4000, height: 4000 },
  { id: '日本語の海', width: 800, height: 600 },
]

const nameOf = (id: string) => id.slice(id.lastIndexOf('/') + 1)

export const testImageHost = (
  name: string,
  open: (images: readonly ContractImage[]) => Promise<ImageHostHarness>,
) => {
  describe(`${name} as an ImageHost`, () => {
    let harness: ImageHostHarness
    beforeEach(async () => {
      harness = await open(contractImages)
    })
    afterEach(() => harness.close())

    const select = (query: Partial<HostedQuery> = {}) =>
      harness.host.select({ count: 100, ...query })
    const namesOf = async (query: Partial<HostedQuery>) =>
      (await select(query)).map((image) => image.name).sort()
    const namesWhere = (qualifies: (image: ContractImage) => boolean) =>
      contractImages
        .filter(qualifies)
        .map(({ id }) => nameOf(id))
        .sort()

    it('returns hosted records, each named after the last part of its id', async () => {
      const images = await select()
      expect(hostedResponseSchema.parse(images)).toEqual(images)
      expect(images.map(({ public_id }) => public_id).sort()).toEqual(
        contractImages.map(({ id }) => id).sort(),
      )
      for (const { public_id, name } of images) expect(name).toBe(nameOf(public_id))
    })

    it('gives each image valid URLs of a preview and of the original', async () => {
      for (const { preview_url, download_url } of await select()) {
        expect(new URL(preview_url).href).toBe(preview_url)
        expect(new URL(download_url).href).toBe(download_url)
        expect(preview_url).not.toBe(download_url)
      }
    })

    it.each(['desktop', 'mobile'] as const)('finds images with the shape of %s', async (tag) => {
      const isWide = tag === 'desktop'
      const expected = namesWhere(({ width, height }) => (isWide ? width > height : height > width))
      expect(await namesOf({ tag })).toEqual(expected)
    })

    it.each(['1080p', '1440p', '4k', '8k'] as const)(
      'finds images with both sides of at least %s, whatever their tag',
      async (resolution) => {
        const minimum = resolutions[resolution]
        const isEnough = ({ width, height }: ContractImage) =>
          width >= minimum.width && height >= minimum.height
        expect(await namesOf({ resolution })).toEqual(namesWhere(isEnough))
        expect(await namesOf({ resolution, tag: 'desktop' })).toEqual(
          namesWhere((image) => isEnough(image) && image.width > image.height),
        )
      },
    )

    it('returns an empty list when no image matches', async () => {
      expect(await select({ tag: 'mobile', resolution: '8k' })).toEqual([])
    })

    it('returns `count` distinct images', async () => {
      for (const count of [1, 3, contractImages.length]) {
        const names = (await select({ count })).map((image) => image.name)
        expect(new Set(names).size).toBe(count)
        expect(names).toHaveLength(count)
      }
    })
  })
}
