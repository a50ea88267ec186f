import { describe, expect, it } from 'vitest'
import { parseRow } from '../../../shared/catalogue/parse-row.ts'
import { makeIndexRow } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }

const parse = (fields: Record<string, unknown>) => parseRow(makeIndexRow(fields))

describe('parseRow', () => {
  it('reads a row of a real index', () => {
    expect(parseRow(sampleRows[0])).toEqual({
      id: 'pixel-cat-moody',
      title: 'Pixel cat moody',
      description:
        'A pixel art depiction of a black cat with a grumpy or serious expression. The cat occupies the lower portion of the frame against a solid dark blue background.',
      category: 'nature',
      orientation: 'portrait',
      width: 2884,
      height: 5120,
      mainFile: 'pixel-cat-moody.png',
      cacheFile: 'pixel-cat-moody.webp',
      primaryColors: ['blue', 'black', 'gray'],
      secondaryColors: ['orange', 'brown'],
      palette: [],
      color: undefined,
      luminance: undefined,
      placeholder: undefined,
      tags: expect.arrayContaining(['pixel-art', 'blue-background', 'retro']),
      createdAt: '2026-01-04T16:25:58.520Z',
    })
  })

  it('leaves out the real row that has no full-resolution file', () => {
    expect(parseRow(sampleRows[1])).toBeUndefined()
  })

  it('reads color names in one string at the top level', () => {
    const wallpaper = parseRow({
      file_name: 'a',
      file_main_name: 'a.jpg',
      category: '#Tech',
      orientation: 'Mobile',
      primary_colors: 'Red dark-green  blue',
      secondary_colors: 'white',
    })
    expect(wallpaper).toMatchObject({
      category: 'tech',
      orientation: 'portrait',
      primaryColors: ['red', 'dark-green', 'blue'],
      secondaryColors: ['white'],
    })
  })

  it('takes what is under data when the top level has nothing to use', () => {
    expect(
      parse({
        category: ' ',
        primary_colors: [7],
        data: { category: '#Art', primary_colors: ['red'] },
      }),
    ).toMatchObject({ category: 'art', primaryColors: ['red'] })
  })

  it.each([
    ['Desktop', 'landscape'],
    [' MOBILE ', 'portrait'],
  ])('reads the orientation %j', (orientation, expected) => {
    expect(parse({ orientation })?.orientation).toBe(expected)
  })

  it.each([
    [1920, 1080, 'landscape'],
    [1080, 1920, 'portrait'],
    [1080, 1080, 'square'],
    [undefined, 1080, undefined],
    ['1920', 1080, undefined],
  ])('derives the orientation of %j by %j when the row does not say', (width, height, expected) => {
    expect(parse({ orientation: 'unknown', width, height })?.orientation).toBe(expected)
  })

  it.each([
    ...[undefined, null, '', 7, '../x.png', 'a/./x.png', '/etc/passwd', 'a//x.png', 'a/'],
    ...['C:\\x.png', 'a\\..\\x.png', 'https://evil.example/x.png', 'a\n.png', '\ud800.png'],
  ])('leaves a row out whose file_main_name is %j', (file_main_name) => {
    expect(parse({ file_main_name })).toBeUndefined()
  })

  it.each(['nature/lake.png', 'a..b.png', '.hidden.png', 'mi archivo ñ.png', '100%.png'])(
    'accepts the file_main_name %j',
    (file_main_name) => {
      expect(parse({ file_main_name })?.mainFile).toBe(file_main_name)
    },
  )

  it.each(['a b', 'a%2f', '..', 'x'.repeat(129)])(
    'leaves a row out whose file_name %j cannot be an id',
    (file_name) => {
      expect(parse({ file_name, file_main_name: 'a.png' })).toBeUndefined()
    },
  )

  it.each([undefined, 7])('takes the id from the file when file_name is %j', (file_name) => {
    const row = { ...makeIndexRow(), file_name, file_main_name: 'night.sky.jpeg' }
    expect(parseRow(row)?.id).toBe('night.sky')
  })

  it.each([null, undefined, 7, 'row', [], [makeIndexRow()]])('makes nothing of %j', (raw) => {
    expect(parseRow(raw)).toBeUndefined()
  })

  it('keeps a row of which nothing but the file can be used', () => {
    const broken = { a: 1 }
    const row = {
      file_main_name: 'x.png',
      file_cache_name: broken,
      width: -1,
      height: 10.5,
      orientation: 4,
      timestamp: {},
      category: broken,
      primary_colors: broken,
      secondary_colors: [null, broken, ''],
      data: { tags: 8, scene_description: [], suggested_filename: broken, palette: 'x', color: 1 },
    }
    expect(parseRow(row)).toEqual(parseRow({ file_main_name: 'x.png' }))
  })

  it.each([
    ['2026-01-04T16:25:58.520586+00:00', '2026-01-04T16:25:58.520Z'],
    ['2026-01-31T16:25:58.520Z', '2026-01-31T16:25:58.520Z'],
    ['2026-02-29T16:25:58.520Z', '2026-03-01T16:25:58.520Z'],
    ['2026-04-31T16:25:58.520Z', '2026-05-01T16:25:58.520Z'],
    ['2026-01-04T16:25:58+02:00', '2026-01-04T14:25:58.000Z'],
    ['2026-01-04', '2026-01-04T00:00:00.000Z'],
    ['2026-13-41T00:00:00Z', undefined],
    ['1', undefined],
    [1767543958, undefined],
  ])('reads the timestamp %j as %j', (timestamp, expected) => {
    expect(parse({ timestamp })?.createdAt).toBe(expected)
  })

  it.each([
    ['pixel-cat-moody', 'Pixel cat moody'],
    ['Night_sky--over  sea.PNG', 'Night sky over sea'],
    ['unknown', 'Lake view'],
    ['---', 'Nature'],
  ])('makes the file name %j a title: %j', (suggested_filename, expected) => {
    expect(parse({ data: { suggested_filename } })?.title).toBe(expected)
  })

  it.each([
    ['Sea & sand/DSC_0231.jpg', '#sea-&-sand', 'Sea & sand'],
    ['trips/italy/IMG_20190513_142233.jpg', '#trips', 'Italy, May 2019'],
    ['DSC_0231.jpg', '#old-cars', 'Old cars'],
    ['DSC_0231.jpg', '#uncategorised', 'Wallpaper'],
  ])('gives the picture %s in %s the title %j', (path, category, title) => {
    const data = { suggested_filename: path.slice(path.lastIndexOf('/') + 1) }
    expect(parse({ file_main_name: path, category, data })?.title).toBe(title)
  })

  it('drops empty, unknown and repeated words', () => {
    const words = ['red', 'Unknown', '', 'red', ' blue ']
    expect(parse({ data: { primary_colors: words, tags: words } })).toMatchObject({
      primaryColors: ['red', 'blue'],
      tags: ['red', 'blue'],
    })
  })

  it('reads a focal point, at the top or under data', () => {
    const focal_point = { x: 0, y: 0.25 }
    expect(parse({ focal_point })?.focalPoint).toEqual(focal_point)
    expect(parse({ data: { focal_point } })?.focalPoint).toEqual(focal_point)
  })

  it.each([{ x: 0.5 }, { x: 0.5, y: 1.01 }, { x: '0.5', y: 0.5 }, [0.5, 0.5], 'left'])(
    'drops the focal point %j',
    (focal_point) => {
      expect(parse({ focal_point })?.focalPoint).toBeUndefined()
    },
  )

  it('reads the smaller copies that a catalogue of plain files has, the smallest first', () => {
    const read = (renditions: unknown) =>
      parseRow({ file_name: 'lake', file_main_name: 'lake.jpg', renditions })?.renditions
    const [large, small] = [
      { file: 'images/lake/1-2560.webp', width: 2560, height: 1440 },
      { file: 'images/lake/1-1280.webp', width: 1280, height: 720 },
    ]
    expect(read([large, small])).toEqual([small, large])
    const unsafe = { ...small, file: '../lake.webp' }
    expect(read([{ ...large, width: '2560' }, unsafe, 'x', small])).toEqual([small])
    expect(read([unsafe])).toBeUndefined()
    expect(read('x')).toBeUndefined()
  })

  it('reads palette, color, luminance and placeholder', () => {
    const data = {
      palette: ['#aabbcc', '#AABBCC', '#11223344', 'red', 7],
      color: '#0a0b0c',
      luminance: 0.25,
      placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    }
    expect(parse({ data })).toMatchObject({
      palette: ['#AABBCC', '#112233'],
      color: '#0A0B0C',
      luminance: 0.25,
      placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    })
  })

  it.each([{ luminance: 1.5 }, { luminance: '0.5' }, { placeholder: '<svg>' }, { color: 'red' }])(
    'drops %j',
    (data) => {
      expect(parse({ data })).toMatchObject({
        luminance: undefined,
        placeholder: undefined,
        color: undefined,
      })
    },
  )
})
