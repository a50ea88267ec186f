import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WebCatalogueStore } from '../../../../../extension/features/sources/web/catalogue-store.ts'
import { createCatalogueSearch } from '../../../../../extension/features/sources/web/search-catalogue.ts'
import { makeIndexRow } from '../../../../builders.ts'
import { createMemoryCatalogueStore } from '../../../fakes/memory-catalogue-store.ts'
import { packIndex } from '../../../fakes/pack-index.ts'

const rows: unknown[] = JSON.parse(readFileSync('server/sample/index.json', 'utf8'))
const catalogue = 'https://github.com/ada/walls'
const index = 'https://raw.githubusercontent.com/ada/walls/HEAD/index.json'

const write = async (store: WebCatalogueStore, stored: unknown[], digest: string) => {
  const { rows: packed } = await packIndex(stored)
  await store.write(catalogue, {
    rows: packed,
    text: new Blob([JSON.stringify(stored)]),
    state: {
      ...{ layout: 'own', digest, bytes: 0, skipped: 0, isPartial: false },
      ...{ dueAt: 0, start: 0, next: 0 },
    },
  })
}

describe('createCatalogueSearch', () => {
  const store = createMemoryCatalogueStore()
  const search = createCatalogueSearch(store)
  const idsOf = async (q: string) => {
    const found = await search({ catalogue, index, q, limit: 100 })
    return found?.wallpapers.map(({ id }) => id)
  }
  // Rows that cannot be used must not change which row a match stands for.
  const withBad = rows.flatMap((row, at) =>
    at % 3 === 0 ? [null, { file_name: 'x' }, row] : [row],
  )
  beforeAll(() => write(store, withBad, 'first'))

  it('finds the wallpaper that a match stands for', async () => {
    expect(await idsOf('alpine dawn')).toEqual(['alpine-dawn'])
  })

  it('says how many match, and describes the best with their addresses', async () => {
    const found = await search({ catalogue, index, q: 'nature', limit: 2 })
    expect(found?.total).toBeGreaterThan(2)
    expect(found?.wallpapers).toHaveLength(2)
    expect(found?.wallpapers[0]?.preview_url).toContain('ada/walls/HEAD/cache/')
  })

  it('reads the catalogue again when it has changed', async () => {
    await write(store, [makeIndexRow({ file_name: 'fog-in-the-valley' })], 'second')
    expect(await idsOf('fog')).toEqual(['fog-in-the-valley'])
  })

  it('finds nothing in a catalogue that is not stored', async () => {
    const other = 'https://x.test/index.json'
    expect(await search({ catalogue: other, index, q: 'fog', limit: 9 })).toBe(undefined)
  })
})
