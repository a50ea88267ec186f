import { describe, expect, it } from 'vitest'
import {
  countNames,
  createNamesPacker,
  findName,
  nameAt,
} from '../../../../server/catalogue/packed/packed-names.ts'

const pack = (names: readonly string[]) => {
  const packer = createNamesPacker()
  for (const name of names) packer.numberOf(name)
  return packer.pack()
}

describe('createNamesPacker', () => {
  it('finds each of many names by its number, and each number by its name', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `name-${at} é日🌸`)
    const packed = pack(names)
    expect(countNames(packed)).toBe(names.length)
    for (const [number, name] of names.entries()) {
      if (findName(packed, name) !== number || nameAt(packed, number) !== name)
        expect.unreachable(name)
    }
    for (const name of names) if (findName(packed, `${name}!`) !== undefined) expect.unreachable()
  })

  it('gives a repeated name the same number', () => {
    const packed = pack(['a', 'b', 'a', ''])
    expect(['a', 'b', '', 'c'].map((name) => findName(packed, name))).toEqual([0, 1, 2, undefined])
  })

  it('finds nothing among no names', () => {
    expect(findName(pack([]), '')).toBeUndefined()
  })
})
