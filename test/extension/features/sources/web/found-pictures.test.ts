import { describe, expect, it } from 'vitest'
import { parseCatalogueAddress } from '../../../../../extension/features/sources/web/address.ts'
import { readTree } from '../../../../../extension/features/sources/web/found-pictures.ts'
import { parseCreditedRow } from '../../../../../shared/catalogue/credits.ts'
import { expectDefined } from '../../../../expect-defined.ts'

const usual = 2_000_000

const read = (
  files: Record<string, number> | string[],
  address = 'github.com/ada/walls',
  more = {},
) => {
  const sizes = Array.isArray(files)
    ? Object.fromEntries(files.map((path) => [path, usual]))
    : files
  const place = expectDefined(parseCatalogueAddress(address))
  const tree = Object.entries(sizes).map(([path, size]) => ({
    type: 'blob',
    path,
    size,
    sha: `sha-of-${path.replaceAll(' ', '-')}`,
  }))
  return readTree({ tree, ...more }, expectDefined(place.github))
}
const pathsOf = (...args: Parameters<typeof read>) =>
  read(...args).map(({ suggested_filename: path }) => path)

describe('readTree', () => {
  it('writes a row for each picture, which `parseCreditedRow` reads', () => {
    const rows = read(['sea/a lake.JPG', 'art/moon.png'])
    expect(rows[0]).toMatchObject({
      url: 'https://raw.githubusercontent.com/ada/walls/HEAD/sea/a%20lake.JPG',
    })
    expect(parseCreditedRow(JSON.parse(JSON.stringify(rows[0])))).toMatchObject({
      id: 'sha-of-sea/a-lake.JPG',
      title: 'A lake',
      mainFile: 'a lake.JPG',
      category: 'sea',
    })
  })

  it('writes copies of a file as one picture', () => {
    const file = { type: 'blob', size: usual, sha: 'x' }
    const tree = ['a/lake.jpg', 'b/lake.jpg'].map((path) => ({ ...file, path }))
    expect(pathsOf([], undefined, { tree })).toEqual(['a/lake.jpg'])
  })

  it('ignores other files, icons, and files that are too large to download', () => {
    const files = {
      'README.md': 99_999,
      'a.svg': 99_999,
      'icon.png': 4_000,
      'huge.png': 50_000_000,
      'b.webp': 60_000,
      'old.bmp': 60_000,
    }
    expect(pathsOf(files)).toEqual(['b.webp'])
  })

  it('leaves out previews and the pictures of pages, unless there are no others', () => {
    const previews = ['thumbnails/a.jpg', 'Previews/a.jpg', 'cache/a.webp']
    const ofPages = ['.github/a.png', 'docs/a.png', 'assets/a.png']
    expect(pathsOf([...previews, ...ofPages, 'a.jpg'])).toEqual(['a.jpg'])
    expect(pathsOf(['assets/sea/a.jpg'])).toEqual(['assets/sea/a.jpg'])
  })

  it('reads only the folder of the address, whose name is no category', () => {
    const rows = read(
      ['sea/a.jpg', 'seaside/b.jpg', 'sea/Deep Blue/c.jpg', 'd.jpg'],
      'github.com/ada/walls/sea',
    )
    const sea = 'https://raw.githubusercontent.com/ada/walls/HEAD/sea'
    expect(rows.map((row) => [row.suggested_filename, row.category, row.url])).toEqual([
      ['a.jpg', undefined, `${sea}/a.jpg`],
      ['Deep Blue/c.jpg', 'deep-blue', `${sea}/Deep%20Blue/c.jpg`],
    ])
  })

  it('takes the first folder that not all pictures share for the category, and deeper ones for tags', () => {
    const rows = read(['all/walls/sea/a.jpg', 'all/walls/art/Old #1/b.jpg'])
    expect(rows.map(({ category, tags }) => [category, tags])).toEqual([
      ['sea', []],
      ['art', ['old-1']],
    ])
  })

  it('refuses a repository without pictures', () => {
    expect(() => read({ 'README.md': 500, 'a.jpg': 131 })).toThrow(
      expect.objectContaining({ code: 'no-index' }),
    )
  })

  it.each([undefined, null, 'text', [], { tree: [null, { path: 3 }] }])('refuses %j', (answer) => {
    const place = expectDefined(parseCatalogueAddress('github.com/ada/walls'))
    const github = expectDefined(place.github)
    expect(() => readTree(answer, github)).toThrow(expect.objectContaining({ code: 'no-index' }))
  })
})
