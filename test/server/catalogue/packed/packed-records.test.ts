import { describe, expect, it } from 'vitest'
import {
  createRecordsPacker,
  recordAt,
} from '../../../../server/catalogue/packed/packed-records.ts'
import { expectDefined } from '../../../expect-defined.ts'

const text = new TextEncoder().encode('\uFEFF[ 10,\n20 ,30] ')
const places: readonly [number, number][] = [
  [4, 7],
  [8, 12],
  [13, 15],
]

const pack = (rows: readonly number[]) => {
  const packer = createRecordsPacker(text)
  for (const row of rows) packer.add(...expectDefined(places[row]))
  return packer.pack()
}
const textOf = ({ body }: ReturnType<typeof pack>) => new TextDecoder().decode(body)

describe('createRecordsPacker', () => {
  it('uses the text in place when no row is left out', () => {
    const packed = pack([0, 1, 2])
    expect(textOf(packed)).toBe('[ 10,\n20 ,30]')
    expect(packed.body.buffer).toBe(text.buffer)
    expect([0, 1, 2].map((row) => recordAt(packed, row))).toEqual([10, 20, 30])
  })

  it.each([
    [[1, 2], '[\n20 ,30]'],
    [[0, 1], '[ 10,\n20 ]'],
    [[0, 2], '[ 10,30]'],
    [[2, 0], '[30, 10]'],
    [[], '[]'],
  ])('makes an array of the rows %j', (rows, expected) => {
    const packed = pack(rows)
    expect(textOf(packed)).toBe(expected)
    expect(rows.map((_, at) => recordAt(packed, at))).toEqual(rows.map((row) => (row + 1) * 10))
  })
})
