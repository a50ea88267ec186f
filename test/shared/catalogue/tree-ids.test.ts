import { describe, expect, it } from 'vitest'
import { toTreeIds } from '../../../shared/catalogue/tree-ids.ts'
import { isRowId } from '../../../shared/ids.ts'

const idsOf = (...paths: string[]) => [...toTreeIds(paths).values()]

describe('toTreeIds', () => {
  it('names a picture after its file', () => {
    expect(idsOf('lake.jpg', 'nature/Alpine dawn.png', 'a/b/c.webp')).toEqual([
      'lake',
      'Alpine-dawn',
      'c',
    ])
  })

  it('puts the folder before a name that several files have, also in another case', () => {
    expect(idsOf('a/lake.jpg', 'b/Lake.png', 'c/dune.jpg')).toEqual(['a-lake', 'b-Lake', 'dune'])
  })

  it('puts a digest of the path behind a name that even the folder does not tell apart', () => {
    const ids = idsOf('lake.jpg', 'lake.png', 'a/b/dune.jpg', 'c/b/dune.jpg', 'index.jpg')
    expect(new Set(ids).size).toBe(5)
    expect(ids.join()).toMatch(/^(lake-[0-9a-f]{14},){2}(dune-[0-9a-f]{14},){2}index-[0-9a-f]{14}$/)
  })

  it('gives the same ids in every order, and never the id of one picture to another', () => {
    const paths = ['a/lake.jpg', 'b/lake.jpg', 'a-lake.jpg', 'dune.jpg']
    const ids = toTreeIds(paths)
    expect(new Map([...toTreeIds(paths.toReversed())].reverse())).toEqual(ids)
    const before = toTreeIds(['a/lake.jpg'])
    expect([...ids.values()]).not.toContain(before.get('a/lake.jpg'))
  })

  it('reads a name of a million dashes only once', () => {
    expect(idsOf(`a${'-'.repeat(1_000_000)}b.jpg`)).toHaveLength(1)
  })

  it('gives only valid ids', () => {
    const odd = ['%.jpg', '.jpg', `${'x'.repeat(300)}.jpg`, 'ä,ö?.png', '夜/景 色.webp', '#/&.avif']
    const ids = idsOf(...odd)
    expect(new Set(ids).size).toBe(odd.length)
    expect(ids.filter((id) => !isRowId(id))).toEqual([])
  })
})
