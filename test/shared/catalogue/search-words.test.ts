import { describe, expect, it } from 'vitest'
import { editDistance, toSearchWords } from '../../../shared/catalogue/search-words.ts'

describe('editDistance', () => {
  it.each([
    ['lake', 'lake', 0],
    ['lake', 'lak', 1],
    ['lake', 'flake', 1],
    ['lake', 'lace', 1],
    ['lake', 'alke', 1],
    ['lake', 'laek', 1],
    ['aaa', 'aa', 1],
    ['', 'a', 1],
    ['mountain', 'montian', 2],
    ['mountain', 'xountaix', 2],
    ['lake', 'sea', 4],
  ])('from %s to %s is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected)
    expect(editDistance(b, a)).toBe(expected)
  })
})

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
