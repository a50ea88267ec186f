import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSqliteSearch } from '../../../server/database/search.ts'
import { parseRow } from '../../../shared/catalogue/parse-row.ts'
import { createSearchIndex } from '../../../shared/catalogue/row-search.ts'
import { makeCatalogue } from '../../builders.ts'

const rows: unknown[] = JSON.parse(readFileSync('server/sample/index.json', 'utf8'))
const wallpapers = rows.map(parseRow).filter((row) => row !== undefined)
const { add, search } = createSearchIndex()
for (const [row, wallpaper] of wallpapers.entries()) add(row, wallpaper)
const idsOf = (q: string) => search(q).map(({ row }) => wallpapers[row]?.id)

describe('createSearchIndex', () => {
  it.each(['lake', 'alpine dawn', 'aurora lak', 'galaxi', 'mountian', 'nature nothing-like-this'])(
    'finds what the server finds for %s',
    async (q) => {
      const server = await createSqliteSearch(makeCatalogue({ index: rows }))
      const { hits } = await server.search({ q, limit: 100, offset: 0 })
      server.close()
      expect(idsOf(q).toSorted()).toEqual(hits.map(({ id }) => id).toSorted())
      expect(hits.slice(0, 3).map(({ id }) => id)).toContain(idsOf(q)[0])
    },
  )

  it('puts a word of the name before one of the description', () => {
    const found = search('lagoon')
    expect(wallpapers[found[0]?.row ?? -1]?.id).toBe('lagoon-from-above')
    expect(found.every(({ relevance }) => relevance > 0 && relevance < 1)).toBe(true)
  })

  it('finds nothing without a word, and only what is wanted', () => {
    expect(search(' ,;! ')).toEqual([])
    expect(search('lake', () => false)).toEqual([])
  })
})
