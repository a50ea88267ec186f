import { describe, expect, it } from 'vitest'
import {
  createNamesPacker,
  findName,
  listNames,
  packNames,
} from '../../../../server/catalogue/packed/packed-names.ts'

describe('createNamesPacker', () => {
  it('finds each of many names by its number, and each number by its name', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `name-${at} é日🌸`)
    const packed = packNames(names)
    expect(listNames(packed)).toEqual(names)
    expect(names.map((name) => findName(packed, name))).toEqual([...names.keys()])
    expect(names.filter((name) => findName(packed, `${name}!`) !== undefined)).toEqual([])
    expect(findName(packNames([]), '')).toBeUndefined()
  })

  it('gives a repeated name no other number', () => {
    const packer = createNamesPacker()
    expect(['a', 'b', 'a', ''].map(packer.addNew)).toEqual([0, 1, undefined, 2])
  })
})
