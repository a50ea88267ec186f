import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../../server/catalogue/wallpaper-urls.ts'
import { createCatalogueImageHost } from '../../../../server/http/wallpapers/image-host.ts'
import type { HostedQuery } from '../../../../shared/hosted-api.ts'
import { makeCatalogue, makeIndexRow, makeRandom, type PlainDocument } from '../../../builders.ts'

const createHost = (document: Partial<PlainDocument>) => {
  const catalogue = makeCatalogue(document)
  const urls = createWallpaperUrls('http://fresco.test', catalogue)
  return createCatalogueImageHost({
    current: async () => ({ catalogue, urls }),
    random: makeRandom('host'),
  })
}
const selectFrom = async (document: Partial<PlainDocument>, query: Partial<HostedQuery> = {}) =>
  createHost(document).select({ count: 100, ...query })

const ofSize = (width: unknown, height: unknown, orientation = '') =>
  makeIndexRow({ file_name: `${width}x${height}`, width, height, orientation })

describe('createCatalogueImageHost', () => {
  it('makes a hosted record from a row', async () => {
    const index = [
      makeIndexRow({
        file_main_name: 'lake-view.JPEG',
        data: { primary_colors: ['navy', 'dark-green'], secondary_colors: ['gold'] },
      }),
    ]
    expect(await selectFrom({ index })).toEqual([
      {
        public_id: 'lake-view',
        name: 'lake-view',
        width: 3840,
        height: 2160,
        format: 'jpg',
        created_at: '2026-01-04T16:25:58.520Z',
        tags: ['desktop', 'nature', 'lake'],
        colors: ['#000080', '#FFD700'],
        preview_url: 'http://fresco.test/images/lake-view?w=600&h=400&fit=cover',
        download_url: 'http://fresco.test/main/lake-view.JPEG',
      },
    ])
  })

  it('uses the preview file of a catalogue whose files are elsewhere', async () => {
    const [record] = await selectFrom({ filesUrl: 'https://files.test' })
    expect(record).toMatchObject({
      preview_url: 'https://files.test/cache/lake-view.webp',
      download_url: 'https://files.test/main/lake-view.png',
    })
  })

  it('prefers the measured palette to color names', async () => {
    const index = [makeIndexRow({ data: { palette: ['#123456'] } })]
    expect((await selectFrom({ index }))[0]?.colors).toEqual(['#123456'])
  })

  it('dates a row without a timestamp to the epoch', async () => {
    const index = [makeIndexRow({ timestamp: null })]
    expect((await selectFrom({ index }))[0]?.created_at).toBe('1970-01-01T00:00:00.000Z')
  })

  it('leaves out rows of unknown size', async () => {
    const index = [makeIndexRow({ file_name: 'a', height: null }), makeIndexRow({ file_name: 'b' })]
    expect((await selectFrom({ index })).map(({ name }) => name)).toEqual(['b'])
  })

  it('trusts the size when the orientation of a row contradicts it', async () => {
    const index = [ofSize(1080, 1920, 'Desktop'), ofSize(1000, 1000, 'Mobile')]
    expect(await selectFrom({ index }, { tag: 'desktop' })).toEqual([])
    const mobile = await selectFrom({ index }, { tag: 'mobile' })
    expect(mobile.map(({ name, tags }) => [name, tags[0]])).toEqual([['1080x1920', 'mobile']])
  })

  it('describes a row once and uses the version of its picture once it is known', async () => {
    const catalogue = makeCatalogue({ index: [makeIndexRow()] })
    const versions: string[] = []
    const urls = createWallpaperUrls('http://fresco.test', catalogue, () => versions[0])
    const host = createCatalogueImageHost({
      current: () => ({ catalogue, urls }),
      random: Math.random,
    })
    const [first] = await host.select({ count: 1 })
    const [again] = await host.select({ count: 1 })
    expect(again).toBe(first)
    versions.push('v1')
    const [second] = await host.select({ count: 1 })
    expect(first?.preview_url).toContain('/images/lake-view?w=600')
    expect(second?.preview_url).toContain('/images/lake-view/v1?w=600')
  })
})
