import { describe, expect, it } from 'vitest'
import { parseRow } from '../../../shared/catalogue/parse-row.ts'
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import { makeCatalogue, makeIndexRow } from '../../builders.ts'

const openRows = (index: readonly unknown[]) =>
  createRowCatalogue(index.map(parseRow).filter((row) => row !== undefined))

describe.each([
  ['a packed catalogue', (index: readonly unknown[]) => makeCatalogue({ index })],
  ['a catalogue of rows', openRows],
])('findSpelled in %s', (_, open) => {
  const openFiles = (files: Readonly<Record<string, string>>) => {
    const rows = Object.entries(files).map(([file_main_name, file_name]) =>
      makeIndexRow({ file_name, file_main_name }),
    )
    return open(rows)
  }
  const find = ({ rowOf, idAt }: ReturnType<typeof open>, text: string) => {
    const row = rowOf(text)
    return row === undefined ? undefined : idAt(row)
  }

  describe('with files that are named like their ids', () => {
    const ids = ['lake-view', 'Été-Sur-Mer', 'mr.robot', 'photo.jpg', 'IMG_1', 'Straße']
    const catalogue = open(ids.map((file_name) => makeIndexRow({ file_name })))

    it.each([
      ['lake-view', 'lake-view'],
      ['lake-view.jpg', 'lake-view'],
      ['LAKE-VIEW.WebP', 'lake-view'],
      [' lake%2Dview.JPEG ', 'lake-view'],
      ['%C3%89t%C3%A9-Sur-Mer', 'Été-Sur-Mer'],
      ['E\u0301te\u0301-Sur-Mer', 'Été-Sur-Mer'],
      ['été-sur-mer.png', 'Été-Sur-Mer'],
      ['photo.jpg', 'photo.jpg'],
      ['PHOTO.JPG', 'photo.jpg'],
      ['PHOTO.JPG.jpg', 'photo.jpg'],
      ['img_1', 'IMG_1'],
      ['Mr.Robot', 'mr.robot'],
      ['STRASSE.jpg', 'Straße'],
    ])('finds %j as %j', (text, id) => expect(find(catalogue, text)).toBe(id))

    it.each(['mr.smith', 'mr', 'lake-view.txt', 'nowhere', '', '.jpg', '%', '100%.jpg'])(
      'does not find %j',
      (text) => expect(find(catalogue, text)).toBeUndefined(),
    )
  })

  it.each([
    ['Green%20Hills.jpg', 'Green-Hills'],
    ['GREEN HILLS.webp', 'Green-Hills'],
    ['NATURE/green hills.jpg', 'Green-Hills'],
    ['nature/Green Hills', 'Green-Hills'],
    ['a%20%26%20b.png', 'a-b'],
    ['cafe\u0301 noir.jpg', 'caf\u00e9'],
    ['cafe\u0301', 'caf\u00e9'],
  ])('finds %j by the name of a file that cannot be an id', (text, id) => {
    const catalogue = openFiles({
      'nature/Green Hills.jpg': 'Green-Hills',
      'a & b.png': 'a-b',
      'caf\u00e9 noir.jpg': 'cafe\u0301',
    })
    expect(find(catalogue, text)).toBe(id)
  })

  it('prefers an id with or without an extension, then an exact file name, then one in other case', () => {
    const catalogue = openFiles({ 'b/pic': 'pic.gif', 'pic.gif': 'pic', 'PIC.png': 'other' })
    expect(find(catalogue, 'pic.gif')).toBe('pic.gif')
    expect(find(catalogue, 'PIC.GIF')).toBe('pic.gif')
    expect(find(catalogue, 'PIC.png')).toBe('other')
    expect(find(catalogue, 'pic.jpg')).toBe('pic')
    expect(find(catalogue, 'pic.png')).toBe('other')
    expect(find(catalogue, 'Pic.webp')).toBe('pic')
  })

  it('prefers a file in the top folder to files of that name in others', () => {
    const catalogue = openFiles({ 'one/lake.jpg': 'one-lake', 'lake.jpg': 'a', 'x/lake.jpg': 'b' })
    expect(find(catalogue, 'lake.jpg')).toBe('a')
    expect(find(catalogue, 'x/lake.jpg')).toBe('b')
  })

  it.each(['lake.jpg', 'LAKE.JPG', '.jpg', ''])('does not guess which file %j means', (text) => {
    const files = { 'one/lake.jpg': 'one', 'two/lake.jpg': 'two', 'three/.jpg': 'nameless' }
    expect(find(openFiles(files), text)).toBeUndefined()
  })

  it('finds each of many files that only differ in their folder', () => {
    const names = Array.from({ length: 300 }, (_, at) => [`folder-${at}/1.jpg`, `id-${at}`])
    const catalogue = openFiles(Object.fromEntries(names))
    expect(find(catalogue, 'Folder-299/1.JPG')).toBe('id-299')
    expect(find(catalogue, '1.jpg')).toBeUndefined()
  })

  it('takes no similar wallpaper for one of a list that is away', () => {
    const { among } = openFiles({ 'pic.jpg': 'pic', 'nature/lake.jpg': 'nature-lake' })
    expect(among(['pic', 'lake', 'pic.png']).pool({}).size).toBe(1)
  })

  it.each(['lake', 'dune', 'a/dune', 'dune.webp', 'nature/dune.png'])(
    'does not take %j, which may be the id of a wallpaper that is gone, for a similar file',
    (text) => expect(find(openFiles({ 'a/dune.jpg': 'a-dune' }), text)).toBeUndefined(),
  )
})

describe('findSpelled beside pictures that are gone', () => {
  const index = ['lake.webp', 'b/lake.jpg', 'b/Lake.png', 'dune.jpg'].map((file, at) =>
    makeIndexRow({ file_name: `id-${at}`, file_main_name: file }),
  )
  const gone = [
    { id: 'lake', mainFile: 'lake.png' },
    { id: '', mainFile: 'old dune.jpg' },
  ]
  const catalogue = makeCatalogue({ index, gone })

  it.each([
    'lake',
    'LAKE',
    'lake.png',
    'Lake.PNG',
    'lake.webp',
    'lake.jpg',
    'la%6Be',
    'old dune.jpg',
  ])('finds nothing for %j', (text) => expect(catalogue.find(text)).toBeUndefined())

  it.each(['b/lake.jpg', 'id-0', 'dune.jpg'])('finds the other picture %j', (text) =>
    expect(catalogue.find(text)).toBeDefined(),
  )
})
