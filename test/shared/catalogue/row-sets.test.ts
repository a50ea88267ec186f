import { describe, expect, it } from 'vitest'
import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { createRowFinder } from '../../../shared/catalogue/row-sets.ts'
import { createRowsPacker, findListed, toPicture } from '../../../shared/catalogue/rows.ts'
import { createComparison, type FilteredPicture, toTags } from '../../../shared/filters.ts'
import { makeRandomRows, requests } from '../../contracts/answered-catalogue.ts'

const pictures = makeRandomRows('sets', 300).flatMap((row, at): FilteredPicture[] => {
  const wallpaper = parseCreditedRow(row)
  if (!wallpaper) return []
  const { tags, license } = wallpaper
  const picture = toPicture(wallpaper, { tags: toTags(tags), isFree: license?.isFree })
  // A catalogue on the web reads the tags and the license of a row only when it is shown.
  if (at % 3 === 0) return [{ ...picture, tags: undefined, isFree: undefined }]
  return [at % 3 === 1 ? picture : { ...picture, categories: undefined, type: null }]
})

describe('createRowFinder', () => {
  it('finds the pictures that match, and those that may match, as a comparison of each does', () => {
    const packer = createRowsPacker()
    pictures.forEach(packer.add)
    const find = createRowFinder({ rows: packer.pack(), findName: findListed })
    for (const given of requests) {
      const compare = createComparison(given)
      const listed = pictures.map((picture) => compare(picture))
      const [sure, possible] = [find(given), find({ ...given, mayMatch: true })]
      const found = pictures.map((_, row) => sure.has(row) || (possible.has(row) && undefined))
      expect(found, JSON.stringify(given)).toEqual(listed)
    }
  })
})
