import { describe, expect, it } from 'vitest'
import {
  isNobody,
  parseOwner,
  serverOf,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'

describe('toOwner', () => {
  it('tells people, nobody and servers apart', () => {
    const owners = [toOwner('http://a'), toOwner('http://a', 'x'), toOwner('http://b', 'x')]
    expect(new Set(owners).size).toBe(3)
    expect(owners.map(isNobody)).toEqual([true, false, false])
    expect(owners.map(serverOf)).toEqual(['http://a', 'http://a', 'http://b'])
  })

  it('is nobody at the default server until it is stored', () => {
    expect(parseOwner(undefined)).toBe('@http://127.0.0.1:8787')
  })
})
