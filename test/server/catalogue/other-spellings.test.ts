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
})
