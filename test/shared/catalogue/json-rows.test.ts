import { describe, expect, it } from 'vitest'
import { findRows, IndexTextError, parseRows } from '../../../shared/catalogue/json-rows.ts'
import { makeRandom } from '../../builders.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const readRows = (text: Uint8Array) => {
  const rows: unknown[] = []
  const texts: string[] = []
  for (const found of findRows(text)) {
    rows.push(...parseRows(found))
    let from = found.start
    for (const end of found.ends) {
      texts.push(decoder.decode(text.subarray(from, end)))
      from = end + 1
    }
  }
  return { rows, texts }
}
const readText = (text: string) => readRows(encoder.encode(text))

const badIndex = (problem: string) => new IndexTextError(problem)

const tricky = [
  { name: 'a "quoted" \\ backslash, with [brackets] and {braces}', end: '\\' },
  ['nested', [1, [2, { deep: ']' }]]],
  null,
  -1.5e3,
  'text, with a comma',
  '',
  {},
  [],
  'café 日本 🌸',
]

describe('findRows', () => {
  it.each([undefined, 2])('reads what JSON.parse reads, with an indent of %s', (indent) => {
    const { rows, texts } = readText(JSON.stringify(tricky, null, indent))
    expect(rows).toEqual(tricky)
    expect(texts.map((text) => JSON.parse(text))).toEqual(tricky)
  })

  it('reads more rows, and longer ones, than are parsed at once', () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({ at, text: 'é'.repeat(at * 5) }))
    expect(readText(JSON.stringify(rows)).rows).toEqual(rows)
  })

  it('reads a row of more than 16 KB as null, wherever it stands', () => {
    const [long, longest] = ['x'.repeat(1_000_000), 'x'.repeat(16 * 1024 - 2)]
    const { rows } = readText(JSON.stringify([long, 1, long, 2, long]))
    expect(rows).toEqual([null, 1, null, 2, null])
    expect(readText(JSON.stringify([longest, `${longest}x`])).rows).toEqual([longest, null])
  })

  it.each([101, 5_000, 1_000_000])('reads a row with %i levels as null', (levels) => {
    const nested = `{"file_name":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(readText(`[1,${nested},${JSON.stringify(tricky)}]`).rows).toEqual([1, null, tricky])
  })

  it.each(['[]', ' [ ] \n', '\uFEFF[]'])('finds no row in %j', (text) => {
    expect(readText(text).rows).toEqual([])
  })

  it.each(['{"rows": []}', 'null', '{"rows": ['])('refuses %j, which is not an array', (text) => {
    expect(() => readText(text)).toThrow(badIndex('is not a JSON array'))
  })

  it.each(['', '\uFEFF', '[', '[1,]', '[,1]', '[[},{]]', '["open]', '[1\v]', '[\uFEFF1]'])(
    'refuses %j, which is not JSON',
    (text) => {
      expect(() => readText(text)).toThrow(badIndex('is not valid JSON'))
    },
  )

  it('refuses an empty place before more text than is read at once', () => {
    expect(() => readText(`[${' '.repeat(200_000)},1]`)).toThrow(badIndex('is not valid JSON'))
  })

  it('refuses text that is not UTF-8', () => {
    for (const bytes of ['["f\xfcr"]', '\xff\xfe[\0]\0', '\xfe\xff\0[\0]'])
      expect(() => readRows(Buffer.from(bytes, 'latin1'))).toThrow(badIndex('is not UTF-8 text'))
  })

  it('agrees with JSON.parse about 3,000 damaged texts', () => {
    const random = makeRandom('json-rows')
    const whole = '[{"a":[1,"x\\"y",{}]}, "b,]" ,null,[[]]]'
    const letters = '[]{},:"\\ 1na'
    let valid = 0
    for (let round = 0; round < 3_000; round++) {
      const at = Math.floor(random() * whole.length)
      const letter = letters.charAt(random() * letters.length)
      const text = whole.slice(0, at) + letter + whole.slice(at + Math.floor(random() * 2))
      const expected = parseArray(text)
      if (expected !== undefined) valid++
      expect(readArray(text), text).toEqual(expected)
    }
    expect(valid).toBeGreaterThan(200)
  })
})

const parseArray = (text: string): unknown => {
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const readArray = (text: string): unknown => {
  try {
    return readText(text).rows
  } catch {
    return undefined
  }
}
