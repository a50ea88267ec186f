import { describe, expect, it } from 'vitest'
import {
  createSearch,
  listSearched,
} from '../../../../extension/features/search/search-wallpapers.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { toDetail } from '../../../../shared/catalogue/wallpaper-detail.ts'
import { makeIndexRow, makeWallpaper } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'
import { makeOwnPicture } from '../../fakes/memory-own-store.ts'

const walls = 'https://github.com/ada/walls'
const server = 'http://127.0.0.1:8787'

const ownPicture = (name: string) =>
  makeOwnPicture({ id: `own-${name}`, name: `${name}.jpg`, folder: 'trip' })

const detail = (id: string) => {
  const toAddress = () => `https://x.test/${id}`
  return toDetail(makeWallpaper({ id }), { full: toAddress, preview: toAddress, image: toAddress })
}

describe('createSearch', () => {
  const setUp = async () => {
    const rows = [
      makeIndexRow({ file_name: 'misty-lake' }),
      makeIndexRow({ file_name: 'city', data: { tags: [], scene_description: '' } }),
    ]
    const app = await createTestApp({ rows })
    return createSearch({
      listOwn: async () => [ownPicture('lake-at-noon'), ownPicture('city')],
      searchWeb: async (name) =>
        name === walls
          ? { total: 40, wallpapers: [detail('lake-1'), detail('lake-2')] }
          : undefined,
      fetch: async (input, init) => app.request(String(input), init),
    })
  }

  it('shows the best matches of each catalogue in turns', async () => {
    const search = await setUp()
    const { total, wallpapers, failed } = await search(['own', walls, server], 'lake')
    expect(wallpapers.map(({ catalogue, id }) => [catalogue, id])).toEqual([
      ['own', 'own-lake-at-noon'],
      [walls, 'lake-1'],
      [server, 'misty-lake'],
      [walls, 'lake-2'],
    ])
    expect(total).toBe(42)
    expect(failed).toEqual([])
  })

  it('shows matches also when a catalogue cannot be searched', async () => {
    const search = createSearch({
      listOwn: async () => [ownPicture('lake')],
      searchWeb: async () => undefined,
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const { wallpapers, failed } = await search([walls, server, 'own'], 'lake')
    expect(wallpapers.map(({ id }) => id)).toEqual(['own-lake'])
    expect(failed).toEqual([
      { catalogue: walls, problem: { kind: 'not-stored' } },
      { catalogue: server, problem: { kind: 'unreachable' } },
    ])
  })

  it('says that the disk is full', async () => {
    const search = createSearch({
      listOwn: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')),
      searchWeb: () => Promise.reject(new StorageError(new DOMException('', 'QuotaExceededError'))),
    })
    expect((await search([walls, 'own'], 'lake')).failed).toEqual([
      { catalogue: walls, problem: { kind: 'storage-full' } },
      { catalogue: 'own', problem: { kind: 'storage-full' } },
    ])
  })
})

describe('listSearched', () => {
  it('leaves out the built-in pictures', () => {
    expect(listSearched(['built-in', 'own', walls])).toEqual(['own', walls])
  })
})
