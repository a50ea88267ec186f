import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FoundPicture,
  toRows,
} from '../../../../../extension/features/sources/web/found-pictures.ts'
import { parseCreditedRow } from '../../../../../shared/catalogue/credits.ts'

const make = (path: string, sha: string): FoundPicture => ({
  path,
  url: `https://files.test/${path}`,
  sha,
  bytes: 2_000_000,
  category: path.split('/').at(-2),
  tags: [],
})
const idsOf = (pictures: FoundPicture[], known: [string, string][] = []) =>
  new Map(toRows(pictures, new Map(known)).map(({ file_name, picture }) => [picture, file_name]))

describe('toRows', () => {
  it('writes rows that `parseCreditedRow` reads', () => {
    const [row] = toRows([make('sea/a lake.jpg', 'x')], new Map())
    expect(parseCreditedRow(JSON.parse(JSON.stringify(row)))).toMatchObject({
      id: 'a-lake',
      title: 'A lake',
      mainFile: 'a lake.jpg',
      category: 'sea',
    })
  })

  it('writes each picture once', () => {
    const pictures = [make('b/lake.jpg', 'x'), make('a/lake.jpg', 'x'), make('c.jpg', 'y')]
    expect(toRows(pictures, new Map()).map(({ url }) => url)).toEqual([
      'https://files.test/a/lake.jpg',
      'https://files.test/c.jpg',
    ])
  })

  it('keeps the id of a picture that has another name now', () => {
    expect(idsOf([make('new/name.jpg', 'x'), make('other.jpg', 'y')], [['lake', 'x']])).toEqual(
      new Map([
        ['x', 'lake'],
        ['y', 'other'],
      ]),
    )
  })

  it('gives another picture another id, although the name was free', () => {
    const ids = idsOf([make('lake.jpg', 'y')], [['lake', 'x']])
    expect(ids.get('y')).toMatch(/^lake-[0-9a-f]{8}$/)
  })

  it('an id that a person has seen never becomes that of another picture, whatever happens to the files', () => {
    const lakes = ['lake.jpg', 'a/lake.jpg', 'b/lake.jpg', 'a-lake.jpg', 'lake.png']
    const path = fc.constantFrom(...lakes, 'b/dune.jpg')
    const files = fc.uniqueArray(
      fc.record({ path, sha: fc.constantFrom('1', '2', '3', '4', '5') }),
      { selector: (file) => file.path },
    )
    fc.assert(
      fc.property(fc.array(files, { maxLength: 8 }), (versions) => {
        const seen = new Map<string, string>()
        for (const version of versions) {
          const rows = toRows(
            version.map(({ path, sha }) => make(path, sha)),
            seen,
          )
          expect(new Set(rows.map(({ file_name }) => file_name)).size).toBe(rows.length)
          for (const { file_name: id = '', picture } of rows) {
            expect(seen.get(id) ?? picture).toBe(picture)
            seen.set(id, picture)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
