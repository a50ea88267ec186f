import { describe, expect, it } from 'vitest'
import { toSearchWords } from '../../../shared/catalogue/search-words.ts'

describe('toSearchWords', () => {
  it.each([
    ['Mountain  LAKE', ['mountain', 'lake']],
    ['pixel-cat_moody.png', ['pixel', 'cat', 'moody', 'png']],
    ['lake lake', ['lake']],
    ['café Köln cafe\u0301', ['cafe', 'koln']],
    ['한국 夜景', ['한국', '夜景']],
    ['"a" OR (b* NEAR c) {d} : ^e -f + g', ['a', 'or', 'b', 'near', 'c', 'd', 'e', 'f', 'g']],
    ["x'; DROP TABLE\0words", ['x', 'drop', 'table', 'words']],
    ['😀 … \0 "', []],
    ['', []],
  ])('of %j are %j', (q, words) => {
    expect(toSearchWords(q)).toEqual(words)
  })

  it('are twelve at most', () => {
    const q = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
    expect(toSearchWords(q)).toHaveLength(12)
  })
})
