import { describe, expect, it } from 'vitest'
import { selectImages } from '../../../../server/adapters/cloudinary/select-images.ts'
import type { HostedQuery } from '../../../../shared/hosted-api.ts'
import { makeHostedWallpaper, makeRandom } from '../../../builders.ts'

const image = (public_id: string, width: number, height: number, tags = ['desktop']) =>
  makeHostedWallpaper({ public_id, width, height, tags })

const select = (images: ReturnType<typeof image>[], query: Partial<HostedQuery>) =>
  selectImages(images, { count: 100, ...query }, makeRandom('hosted'))
    .map(({ public_id }) => public_id)
    .sort()

describe('selectImages', () => {
  const shapes = [
    image('wide', 1920, 1080, ['desktop', 'mobile']),
    image('high', 1080, 1920, ['desktop', 'mobile']),
    image('square', 2000, 2000, ['desktop', 'mobile']),
    image('untagged', 1920, 1080, []),
  ]

  it('rule 1: filters by tag and by orientation; a square is neither', () => {
    expect(select(shapes, { tag: 'desktop' })).toEqual(['wide'])
    expect(select(shapes, { tag: 'mobile' })).toEqual(['high'])
    expect(select(shapes, {})).toHaveLength(4)
  })

  it('compares sizes, colors and tags with the filters of all routes', () => {
    const images = [
      { ...image('wide', 2560, 1080, ['desktop', 'Nature']), colors: ['#3A6EA5'] },
      { ...image('high', 1080, 1920, ['mobile', 'art']), colors: ['#AA2222'] },
      { ...image('bare', 3840, 2160, []), colors: [] },
    ]
    expect(select(images, { ratio: ['21x9', 'portrait'] })).toEqual(['high', 'wide'])
    expect(select(images, { atleast: { width: 2560, height: 1080 } })).toEqual(['bare', 'wide'])
    expect(select(images, { color: ['#336699'] })).toEqual(['wide'])
    expect(select(images, { color: ['firebrick', 'unheard-of'] })).toEqual(['high'])
    expect(select(images, { category: ['nature', 'cars'] })).toEqual(['wide'])
    expect(select(images, { tone: 'dark' })).toEqual([])
  })
})
