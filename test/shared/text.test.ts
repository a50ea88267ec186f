import { describe, expect, it } from 'vitest'
import { cut, quoted, toPrintable, toWord } from '../../shared/text.ts'

describe('quoted', () => {
  it('cuts a long value at a whole character', () => {
    const fits = 'a'.repeat(79)
    expect(quoted(`${fits}🌸🌸`)).toBe(`'${fits}…'`)
    expect(quoted(`${fits}🌸🌸`).isWellFormed()).toBe(true)
    expect(quoted(`${'a'.repeat(78)}🌸🌸`)).toBe(`'${'a'.repeat(78)}🌸…'`)
  })

  it('keeps a value of 80 code units', () => {
    expect(quoted('a'.repeat(80))).toBe(`'${'a'.repeat(80)}'`)
  })

  it.each([
    [JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), "'[…]'"],
    [{ toString: 'not a function' }, "'{…}'"],
    [null, "'null'"],
    [undefined, "'undefined'"],
    [7, "'7'"],
  ])('never writes what is inside a list or an object', (value, text) => {
    expect(quoted(value)).toBe(text)
  })
})

describe('cut', () => {
  it.each([
    ['ab', 3, 'ab'],
    ['abcd', 3, 'abc'],
    ['ab🌸', 3, 'ab'],
    ['cafe\u0301s', 4, 'caf'],
    ['👩‍🚀👩‍🚀', 6, '👩‍🚀'],
  ])('cuts %j at %i to %j', (text, length, beginning) => {
    expect(cut(text, length)).toBe(beginning)
  })
})

describe('toPrintable', () => {
  it('escapes characters that a terminal would obey', () => {
    expect(toPrintable('a\u001b[2J\r\n\u009b31m\u202egpj.exe')).toBe(
      'a\\u001b[2J\\u000d\\u000a\\u009b31m\\u202egpj.exe',
    )
  })

  it('does not change letters', () => {
    const line = '  upload          2  Küste/日本🌸.jpg, é.png'
    expect(toPrintable(line)).toBe(line)
  })
})

describe('toWord', () => {
  it.each([
    ['Summer 2024', 'summer-2024'],
    ['#Nature, wild', 'nature-wild'],
    [' Cafe\u0301 ', 'café'],
    ['###', ''],
  ])('writes the folder %j as %j', (folder, word) => {
    expect(toWord(folder)).toBe(word)
  })
})
