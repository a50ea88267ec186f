import { describe, expect, it } from 'vitest'
import {
  findForeignRows,
  readForeignRow,
} from '../../../../../extension/features/sources/web/found-pictures.ts'

const index = 'https://raw.githubusercontent.com/ada/walls/HEAD/json/all.json'
const base = 'https://raw.githubusercontent.com/ada/walls/HEAD/'

const read = (document: unknown, bases = { index, base }) =>
  findForeignRows(document).map((row) => readForeignRow(row, bases))
const readOne = (row: Record<string, unknown>, bases?: { index: string; base: string }) =>
  read([row], bases)[0]

describe('findForeignRows', () => {
  it('reads lists that are nested without end only so far as known layouts are', () => {
    const text = `${'[{"wallpaper":'.repeat(100_000)}[]${'}]'.repeat(100_000)}`
    expect(findForeignRows(JSON.parse(text))).toHaveLength(1)
  })

  it.each([null, 'text', 5, {}, { total: 3, blob: 'v1…' }, { data: 'x' }, { data: { sea: 1 } }])(
    'finds none in %j',
    (document) => {
      expect(findForeignRows(document)).toEqual([])
    },
  )
})

describe('readForeignRow', () => {
  it('ignores a value that is nested without end', () => {
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    const row = { url: 'x.png', size: nested, width: nested, tags: nested, title: nested }
    expect(readOne(row)).toMatchObject({ url: `${base}x.png`, bytes: undefined })
  })

  it('reads a list of files with previews', () => {
    const row = {
      filename: 'x y.png',
      url: 'wallpapers/x y.png',
      thumb_url: 'thumbnail/x y.webp',
      size: 2_800_000,
      modified: '2026-01-04',
    }
    expect(read({ generated_at: 1, count: 1, wallpapers: [row] })).toEqual([
      {
        path: 'ada/walls/HEAD/wallpapers/x y.png',
        url: `${base}wallpapers/x%20y.png`,
        preview_url: `${base}thumbnail/x%20y.webp`,
        bytes: 2_800_000,
        timestamp: '2026-01-04',
      },
    ])
  })

  it("reads a saved answer of GitHub's Contents API, whose `url` is no picture", () => {
    const row = {
      name: 'moon.png',
      sha: 'abc',
      size: 12_345,
      url: 'https://api.github.com/repos/ada/walls/contents/images/moon.png?ref=main',
      download_url: 'https://raw.githubusercontent.com/ada/walls/main/images/moon.png',
      type: 'file',
    }
    const read = { url: row.download_url, sha: 'abc', title: 'moon.png', bytes: 12_345 }
    expect(readOne(row)).toMatchObject(read)
    const folder = { type: 'dir', url: 'https://api.github.com/x', download_url: null }
    expect(readOne({ ...row, ...folder, name: 'images' })).toBeUndefined()
  })

  it('reads who made a picture, its license, where it is from, and tags that are objects', () => {
    const picture = { url: 'https://files.test/7.jpg', credit: 'Ada' }
    const license_url = 'https://creativecommons.org/licenses/by/4.0/'
    const html_url = 'https://photos.test/7'
    const tags = [{ name: 'sand' }, { title: 'dune' }, 'sky']
    expect(
      readOne({ ...picture, tags, license: 'CC BY 4.0', license_url, html_url }),
    ).toMatchObject({
      tags: ['sand', 'dune', 'sky'],
      credit: 'Ada',
      license: 'CC BY 4.0',
      license_url,
      source_url: html_url,
    })
    const other = readOne({ ...picture, copyright: '© Ada', source: html_url })
    expect(other).toMatchObject({ license: '© Ada', source_url: html_url })
  })

  it('reads nested addresses and metadata', () => {
    const row = {
      id: 7,
      category: '4k',
      title: 'Dunes',
      tags: ['sand'],
      urls: { raw: 'https://files.test/7.jpg', thumb: 'https://files.test/7s.jpg' },
      metadata: { dimensions: { width: 1080, height: 1920 }, file_size: 9, photographer: 'Ada' },
    }
    expect(read({ meta: {}, data: [row] })[0]).toMatchObject({
      url: 'https://files.test/7.jpg',
      preview_url: 'https://files.test/7s.jpg',
      width: 1080,
      height: 1920,
      credit: 'Ada',
      category: '4k',
      tags: ['sand'],
    })
  })

  it('reads the lists of Android apps, also by category, and takes `https` for `http`', () => {
    const row = {
      name: 'Lake',
      author: 'Ada',
      url: 'http://pics.test/lake.jpg',
      thumbnail: 'http://pics.test/s.jpg',
      collections: 'NATURE,DARK',
      dimensions: '1440 x 2560 px',
    }
    const lake = {
      url: 'https://pics.test/lake.jpg',
      preview_url: 'https://pics.test/s.jpg',
      title: 'Lake',
      credit: 'Ada',
      category: 'NATURE',
      width: 1440,
      height: 2560,
    }
    expect(read([row])).toEqual([expect.objectContaining(lake)])
    const { collections: _, ...bare } = row
    for (const document of [
      { wallpapers: { Sea: [bare] } },
      { wallpapers: [{ name: 'Sea', wallpaper: [bare] }] },
    ])
      expect(read(document)).toEqual([expect.objectContaining({ ...lake, category: 'Sea' })])
  })

  it.each([
    [{ width: '3840', height: 2160 }, [3840, 2160]],
    [{ dimensions: '3840×2160' }, [3840, 2160]],
    [{ width: 0, height: 2160 }, [undefined, undefined]],
    [{ dimensions: 'large' }, [undefined, undefined]],
  ])('reads the size %j', (fields, size) => {
    const found = readOne({ url: 'https://files.test/a.jpg', ...fields })
    expect([found?.width, found?.height]).toEqual(size)
  })

  it('reads no more than 2,000 letters of a text', () => {
    const long = 'a'.repeat(1_000_000)
    const row = { title: long, credit: long, tags: [long], dimensions: '1'.repeat(1_000_000) }
    const found = readOne({ url: 'https://files.test/a.jpg', ...row })
    const short = 'a'.repeat(2_000)
    expect(found).toMatchObject({ title: short, credit: short, tags: [short] })
    expect(found).not.toHaveProperty('width')
    expect(readOne({ url: `https://files.test/${long}.jpg` })).toBeUndefined()
  })

  it.each([
    'javascript:alert(1).jpg',
    'data:image/png;base64,a.png',
    'file:///etc/a.jpg',
    'https://192.168.1.1/a.jpg',
    'blob:https://files.test/a.jpg',
    'http://localhost/a.jpg',
    '//router/a.jpg',
    'https://files.test/page.html',
    'https://files.test/',
    '',
  ])('does not follow %j from the internet', (url) => {
    expect(readOne({ url })).toBeUndefined()
  })

  it('follows private addresses from an index in a private network, and its own host without `https`', () => {
    const home = { index: 'http://192.168.1.4/all.json', base: 'http://192.168.1.4/' }
    expect(readOne({ url: 'http://192.168.1.5/a.jpg' }, home)?.url).toBe('http://192.168.1.5/a.jpg')
    const plain = { index: 'http://walls.test/all.json', base: 'http://walls.test/' }
    expect(readOne({ url: 'a.jpg' }, plain)?.url).toBe('http://walls.test/a.jpg')
  })

  it.each(['file:///etc/a.jpg', 'javascript:alert(1).jpg', 'blob:http://192.168.1.4/a.jpg'])(
    'does not follow %j from a private network',
    (url) => {
      const home = { index: 'http://192.168.1.4/all.json', base: 'http://192.168.1.4/' }
      expect(readOne({ url }, home)).toBeUndefined()
    },
  )

  it('reads the other rows when some are of no use', () => {
    const useless = [null, 1, 'https://files.test/a.jpg', [], {}, { url: 5 }]
    expect(read([...useless, { url: 'https://files.test/b.jpg' }]).filter(Boolean)).toHaveLength(1)
  })
})
