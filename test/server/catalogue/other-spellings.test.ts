import { describe, expect, it } from 'vitest'
import { findSpelled } from '../../../server/catalogue/other-spellings.ts'
import { makeCatalogue, makeIndexRow } from '../../builders.ts'

const ids = ['lake-view', 'Été-Sur-Mer', 'mr.robot', 'photo.jpg', 'IMG_1']
const catalogue = makeCatalogue({ index: ids.map((file_name) => makeIndexRow({ file_name })) })

describe('findSpelled', () => {
  it.each([
    ['lake-view', 'lake-view'],
    ['lake-view.jpg', 'lake-view'],
    ['LAKE-VIEW.WebP', 'lake-view'],
    [' lake%2Dview.JPEG ', 'lake-view'],
    ['%C3%89t%C3%A9-Sur-Mer', 'Été-Sur-Mer'],
    ['été-sur-mer.png', 'Été-Sur-Mer'],
    ['photo.jpg', 'photo.jpg'],
    ['PHOTO.JPG', 'photo.jpg'],
    ['PHOTO.JPG.jpg', 'photo.jpg'],
    ['img_1', 'IMG_1'],
    ['Mr.Robot', 'mr.robot'],
  ])('finds %j as %j', (text, id) => expect(findSpelled(catalogue, text)).toBe(id))

  it.each(['mr.smith', 'mr', 'lake-view.txt', 'nowhere', '', '.jpg', '%', '100%.jpg'])(
    'does not find %j',
    (text) => expect(findSpelled(catalogue, text)).toBeUndefined(),
  )

  describe('with the names of files that cannot be ids', () => {
    const files = [
      { file_name: 'Green-Hills', file_main_name: 'nature/Green Hills.jpg' },
      { file_name: 'a-b', file_main_name: 'a & b.png' },
      { file_name: 'cafe\u0301', file_main_name: 'caf\u00e9 noir.jpg' },
      { file_name: 'Old-Town', file_main_name: 'one/Old Town.jpg' },
      { file_name: 'two-Old-Town', file_main_name: 'two/Old Town.jpg' },
      { file_name: 'nameless', file_main_name: 'three/.jpg' },
    ]
    const ofFiles = makeCatalogue({ index: files.map(makeIndexRow) })

    it.each([
      ['Green%20Hills.jpg', 'Green-Hills'],
      ['GREEN HILLS.webp', 'Green-Hills'],
      ['green hills', 'Green-Hills'],
      ['a%20%26%20b.png', 'a-b'],
      ['cafe\u0301 noir.jpg', 'cafe\u0301'],
    ])('finds %j as %j', (text, id) => expect(findSpelled(ofFiles, text)).toBe(id))

    it.each(['Old Town.jpg', '.jpg', ''])('does not guess which one %j means', (text) =>
      expect(findSpelled(ofFiles, text)).toBeUndefined(),
    )
  })
})
