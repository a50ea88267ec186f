import { describe, expect, it } from 'vitest'
import {
  isWebRows,
  packWebRows,
  toIdNumber,
} from '../../../../../extension/features/sources/web/packed-rows.ts'
import { makeIndexRow, makeIndexRows } from '../../../../builders.ts'
import sampleRows from '../../../../data/index.rows.json' with { type: 'json' }
import { packIndex } from '../../../fakes/pack-index.ts'

describe('packWebRows', () => {
  it('says where each row is in the text', async () => {
    const text = `\uFEFF${JSON.stringify(sampleRows, null, 2)}\n`
    const bytes = new TextEncoder().encode(text)
    const { rows, skipped } = await packWebRows(new Blob([bytes]))
    const usable = sampleRows.filter((row) => row.file_main_name)
    expect(skipped).toBe(sampleRows.length - usable.length)
    const texts = [...rows.starts].map((start, row) => bytes.subarray(start, rows.ends[row]))
    expect(texts.map((each) => JSON.parse(new TextDecoder().decode(each)))).toEqual(usable)
    expect([...rows.ids]).toEqual(usable.map(({ file_name }) => toIdNumber(file_name)))
  })

  it('keeps what filters compare', async () => {
    const row = makeIndexRow({
      luminance: 0.25,
      data: { primary_colors: ['Blue'], secondary_colors: ['gold'], palette: ['#336699'] },
    })
    const unknown = { width: null, height: null, orientation: null, category: null, data: {} }
    const { rows } = await packIndex([makeIndexRow({ file_name: 'bare', ...unknown }), row])
    expect(rows.named.type).toMatchObject({ values: ['desktop'], unknown: Uint32Array.of(0) })
    expect(rows.named.category.values).toEqual(['', 'nature'])
    expect(rows.named.color).toMatchObject({
      values: ['blue', 'gold'],
      rows: Uint32Array.of(0, 1, 1),
    })
    expect(rows.named.luminance).toMatchObject({ values: ['middle'], rows: Uint32Array.of(1) })
    for (const { rows: known, unknown } of [rows.measured.size, rows.measured.palette])
      expect([known, unknown]).toEqual([Uint32Array.of(1), Uint32Array.of(0)])
  })

  it('skips a row of a megabyte, which costs no other row', async () => {
    const index = [
      makeIndexRow({ file_name: 'long', data: { scene_description: 'a'.repeat(1_000_000) } }),
      makeIndexRow(),
    ]
    const { rows, skipped } = await packIndex(index)
    expect([...rows.ids]).toEqual([toIdNumber('lake-view')])
    expect(skipped).toBe(1)
    const [start, end] = [rows.starts[0], rows.ends[0]]
    expect(JSON.parse(JSON.stringify(index).slice(start, end))).toEqual(index[1])
  })

  it('one bad row never costs another', async () => {
    const names = [{ file_name: 'x' }, { file_main_name: '../secret.png' }, { file_name: 'a/../b' }]
    const bad = [null, 5, [], {}, ...names]
    const moon = makeIndexRow({ file_name: 'moon' })
    const { rows, skipped } = await packIndex([...bad, makeIndexRow(), ...bad, moon])
    expect(rows.ids).toHaveLength(2)
    expect(skipped).toBe(2 * bad.length)
  })

  it('keeps the first of two rows with the same id', async () => {
    const { rows, skipped } = await packIndex([
      makeIndexRow({ category: '#art' }),
      makeIndexRow({ category: '#cars' }),
    ])
    expect([rows.named.category.values, skipped]).toEqual([['art'], 1])
  })

  it('lets others work again and again', async () => {
    let pauses = 0
    const text = new Blob([JSON.stringify(makeIndexRows(2_000))])
    await packWebRows(text, { pause: async () => void pauses++ })
    expect(pauses).toBeGreaterThan(1)
  })

  it('keeps a limited number of rows', async () => {
    const text = new Blob([JSON.stringify(makeIndexRows(7))])
    const { rows, skipped } = await packWebRows(text, { mostRows: 5 })
    expect([rows.ids.length, skipped]).toEqual([5, 2])
  })

  it.each(['{"rows": []}', '[1', ''])('rejects %j', async (text) => {
    await expect(packWebRows(new Blob([text]))).rejects.toThrow('JSON')
  })
})

describe('isWebRows', () => {
  it('recognizes rows of this version', async () => {
    const { rows } = await packIndex([makeIndexRow()])
    expect(isWebRows(structuredClone(rows))).toBe(true)
    expect([undefined, {}, { ...rows, version: 0 }].filter(isWebRows)).toEqual([])
  })
})
