import { describe, expect, it } from 'vitest'
import { cssColors, toColorRecord } from '../../../server/pictures/css-colors.ts'
import { colorRecordSchema } from '../../../shared/catalogue-api.ts'
import { colorNames } from '../../../shared/filter-values.ts'

describe('toColorRecord (spec §4.5)', () => {
  it.each([
    ['darkslategray', '#2F4F4F'],
    ['black', '#000000'],
    ['white', '#FFFFFF'],
    ['rebeccapurple', '#663399'],
  ])('gives %s its value %s', (name, hex) => {
    expect(toColorRecord(name)).toEqual({ name, hex })
  })

  it.each(['dark-green', 'constructor', '__proto__', ''])('gives %j black', (name) => {
    expect(toColorRecord(name)).toEqual({ name, hex: '#000000' })
  })

  it('knows every color name of CSS', () => {
    expect(cssColors.size).toBe(148)
    for (const name of cssColors.keys()) {
      expect(colorRecordSchema.safeParse(toColorRecord(name)).success, name).toBe(true)
    }
  })

  it('knows every color that filters accept', () => {
    expect(colorNames.filter((name) => !cssColors.has(name))).toEqual([])
  })
})
