import { describe, expect, it } from 'vitest'
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import { selectForDay } from '../../../shared/catalogue/today.ts'
import { makeWallpaper } from '../../builders.ts'

const size = 60
const catalogue = createRowCatalogue(
  Array.from({ length: size }, (_, at) => makeWallpaper({ id: `w${at}` })),
)

describe('createRowCatalogue', () => {
  it('chooses another picture for each day, until all have been', () => {
    const chosen = Array.from({ length: size }, (_, day) => selectForDay(catalogue, {}, day)[0])
    expect(new Set(chosen).size).toBe(size)
  })
})
