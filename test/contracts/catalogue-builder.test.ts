import { afterEach, describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../server/adapters/prepare-answer.ts'
import {
  buildInProcess,
  createWorkerBuilder,
} from '../../server/adapters/threads/catalogue-builder.ts'
import type { Catalogue } from '../../server/catalogue/catalogue.ts'
import { createCatalogue } from '../../server/catalogue/packed/create-catalogue.ts'
import type { SearchIndex } from '../../server/catalogue/search-index.ts'
import type { CatalogueDocument } from '../../server/catalogue/source.ts'
import { listWallpapers, makeDocument, makeIndexRow, makeIndexRows } from '../builders.ts'
import sampleRows from '../data/index.rows.json' with { type: 'json' }

const signal = new AbortController().signal
const encode = (text: string) => new TextEncoder().encode(text)

const colors = ['red', 'green', 'blue']
const categories = ['#art', '#cars', '', '#Space']
const rows = makeIndexRows(500, (at) => ({
  file_name: `${at % 3 === 0 ? 'moon' : 'space'}-row_${at}`,
  category: categories[at % 4],
  orientation: at % 2 === 0 ? 'Desktop' : 'Mobile',
  width: 1000 + at * 10,
  height: at % 7 === 0 ? null : 1200,
  data: { primary_colors: [colors[at % 3]], tags: ['lake', `tag-${at % 11}`] },
}))
const large = makeDocument({ index: [...sampleRows, ...rows, null, makeIndexRow()], tags: [] })

/** Collects all that a request can read, so that two catalogues can be compared. */
const describeCatalogue = (catalogue: Catalogue) => ({
  version: catalogue.version,
  filesUrl: catalogue.filesUrl,
  newest: listWallpapers(catalogue).map((_, place) => catalogue.newestAt(place)),
  wallpapers: listWallpapers(catalogue),
  files: listWallpapers(catalogue).map((_, row) => [
    catalogue.idAt(row),
    catalogue.mainPathAt(row),
  ]),
  answers: Object.values(catalogue.answers).map(({ body, etag }) => [
    Buffer.from(body).toString(),
    etag,
  ]),
  pools: [{}, { category: ['space'], tone: 'dark' as const }].map((filters) => [
    catalogue.pool(filters).size,
    catalogue.poolByName(filters).size,
  ]),
})

describe.each([
  { name: 'this thread', build: buildInProcess },
  { name: 'a thread of its own', build: createWorkerBuilder() },
])('$name as a BuildCatalogue', ({ build }) => {
  const open: SearchIndex[] = []
  afterEach(() => {
    for (const search of open.splice(0)) search.close()
  })
  const buildNow = async (document: CatalogueDocument) => {
    const built = await build(document, signal)
    open.push(built.search)
    return built
  }

  it('makes the catalogue that createCatalogue makes', async () => {
    const { catalogue, findings } = await buildNow(large)
    const expected = createCatalogue(large, prepareAnswer)
    expect(catalogue.size).toBe(507)
    expect(describeCatalogue(catalogue)).toEqual(describeCatalogue(expected.catalogue))
    expect(findings).toEqual(expected.findings)
  })

  it('searches by words once the search index is ready', async () => {
    const { search, prepareSearch } = await buildNow(large)
    await prepareSearch()
    const request = { limit: 3, offset: 0 }
    const found = await search.search({ ...request, q: 'snkae girl' })
    expect(found.hits[0]).toMatchObject({ id: 'snake-girl-duality' })
    expect(found.hits[0]?.relevance).toBeGreaterThan(0.1)
    expect(await search.search({ ...request, q: 'lake', type: 'mobile' })).toMatchObject({
      total: 250,
      hits: [{}, {}, {}],
    })
    expect(await search.search({ ...request, q: 'nothinglikeit' })).toEqual({
      total: 0,
      hits: [],
    })
  })

  it('leaves out rows whose file is not in main/, unless main/ is empty', async () => {
    const some = { ...makeDocument({ index: rows }), mainFiles: new Set(['moon-row_0.png']) }
    const { catalogue, findings } = await buildNow(some)
    expect(listWallpapers(catalogue).map(({ id }) => id)).toEqual(['moon-row_0'])
    expect(findings.missingFiles).toMatchObject({ count: 499, areLeftOut: true })
    expect(findings.missingFiles.examples).toHaveLength(5)
    const empty = await buildNow({ ...some, mainFiles: new Set<string>() })
    expect(empty.catalogue.size).toBe(500)
    expect(empty.findings.missingFiles).toMatchObject({ count: 500, areLeftOut: false })
  })

  it('makes an empty catalogue of an empty index', async () => {
    const { catalogue, search, prepareSearch } = await buildNow(makeDocument({ index: [] }))
    await prepareSearch()
    expect(catalogue.size).toBe(0)
    expect(await search.search({ q: 'lake', limit: 1, offset: 0 })).toEqual({
      total: 0,
      hits: [],
    })
  })

  it.each([
    ['[{"file_name": "la', 'is not valid JSON'],
    ['{"rows": []}', 'is not a JSON array'],
    ['', 'is not valid JSON'],
  ])('reports what is wrong with an index of %j', async (text, problem) => {
    const failure = await build({ ...makeDocument(), index: encode(text) }, signal).catch(
      (error) => error,
    )
    expect(failure).toMatchObject({
      code: 'CATALOGUE_UNAVAILABLE',
      message: `The catalogue's index.json ${problem}`,
    })
  })

  it('cannot be searched after it is closed', async () => {
    const { search, prepareSearch } = await buildNow(makeDocument())
    await prepareSearch()
    expect(search.isUsable()).toBe(true)
    search.close()
    search.close()
    expect(search.isUsable()).toBe(false)
    await expect(search.search({ q: 'lake', limit: 1, offset: 0 })).rejects.toThrow()
  })
})
