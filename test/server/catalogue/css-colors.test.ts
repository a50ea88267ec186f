import { expect, it } from 'vitest'
import { cssColors, toColorRecord } from '../../../server/catalogue/css-colors.ts'
import { colorNames } from '../../../shared/filter-values.ts'

it.each([
  ['darkslategray', '#2F4F4F'],
  ['rebeccapurple', '#663399'],
  ['dark-green', '#000000'],
  ['constructor', '#000000'],
])('toColorRecord gives %s the value %s', (name, hex) => {
  expect(toColorRecord(name)).toEqual({ name, hex })
})

it('cssColors has every color that filters accept', () => {
  expect(colorNames.filter((name) => !cssColors.has(name))).toEqual([])
})
