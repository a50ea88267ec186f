import { describe, expect, it } from 'vitest'
import { applyOperations, isSameList } from '../../../server/favorites/favorites.ts'

const add = (id: string) => ({ action: 'add', id }) as const
const remove = (id: string) => ({ action: 'remove', id }) as const
const replace = (...ids: string[]) => ({ action: 'replace', ids }) as const
const upTo = (count: number) => (ids: readonly string[]) => ids.length <= count

describe('applyOperations', () => {
  it('lets the last operation of an id win', () => {
    const operations = [add('a'), remove('a'), add('b'), remove('c'), add('c')]
    expect(applyOperations(['c'], operations, upTo(9)).list).toEqual(['b', 'c'])
  })

  it('applies a replacement in its place among changes', () => {
    const operations = [add('lost'), replace('x', 'y', 'x'), add('z'), remove('x')]
    expect(applyOperations(['a'], operations, upTo(9))).toEqual({
      list: ['y', 'z'],
      accepted: [true, true, true, true],
    })
  })

  it('leaves out what does not fit, and applies what comes after', () => {
    const operations = [add('b'), add('c'), remove('a'), add('d')]
    expect(applyOperations(['a'], operations, upTo(2))).toEqual({
      list: ['b', 'd'],
      accepted: [true, false, true, true],
    })
  })

  it('shortens a list that is longer than allowed', () => {
    const stored = ['a', 'b', 'c']
    expect(applyOperations(stored, [remove('a')], upTo(1)).list).toEqual(['b', 'c'])
    expect(applyOperations(stored, [add('a')], upTo(1)).accepted).toEqual([true])
    expect(applyOperations(stored, [replace('x', 'y')], upTo(1)).accepted).toEqual([false])
  })

  it('leaves the given list as it was', () => {
    const stored = Object.freeze(['a', 'b'])
    applyOperations(stored, [remove('a'), add('c')], upTo(9))
    expect(stored).toEqual(['a', 'b'])
  })
})

describe('isSameList', () => {
  it('compares order too', () => {
    expect(isSameList(['a', 'b'], ['a', 'b'])).toBe(true)
    expect(isSameList(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(isSameList(['a'], ['a', 'b'])).toBe(false)
  })
})
