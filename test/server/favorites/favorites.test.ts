import { describe, expect, it } from 'vitest'
import type { DomainError } from '../../../server/domain-error.ts'
import {
  applyRequests,
  type FavoritesOperation,
  fitsInAccount,
} from '../../../server/favorites/favorites.ts'
import { maxFavoritesBodyBytes } from '../../../shared/favorites-api.ts'

const add = (id: string) => ({ action: 'add', id }) as const
const remove = (id: string) => ({ action: 'remove', id }) as const
const replace = (...ids: string[]) => ({ action: 'replace', ids }) as const
const awaited = (...operations: FavoritesOperation[]) =>
  operations.map((operation) => ({ operation, isAwaited: () => true }))
const codes = (errors: readonly (DomainError | undefined)[]) => errors.map((error) => error?.code)
const upTo = (count: number) => (ids: readonly string[]) => ids.length <= count

describe('fitsInAccount', () => {
  it.each([80, 81, 86, 87])(
    'accepts a thousand ids of %i characters only if their bytes fit',
    (length) => {
      const favorites = Array.from({ length: 1_000 }, () => '湖'.repeat(length))
      const bytes = Buffer.byteLength(JSON.stringify({ favorites }))
      expect(fitsInAccount(favorites)).toBe(bytes <= maxFavoritesBodyBytes)
      expect(fitsInAccount([...favorites, 'one more'])).toBe(false)
    },
  )
})

describe('applyRequests', () => {
  it('lets the last operation of an id win', () => {
    const requests = awaited(add('a'), remove('a'), add('b'), remove('c'), add('c'))
    expect(applyRequests(['c'], requests, upTo(9)).list).toEqual(['b', 'c'])
  })

  it('applies a replacement in its place among changes', () => {
    const requests = awaited(add('lost'), replace('x', 'y', 'x'), add('z'), remove('x'))
    const { list, errors } = applyRequests(['a'], requests, upTo(9))
    expect(list).toEqual(['y', 'z'])
    expect(codes(errors)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('leaves out what does not fit, and applies what comes after', () => {
    const requests = awaited(add('b'), add('c'), remove('a'), add('d'))
    const { list, errors } = applyRequests(['a'], requests, upTo(2))
    expect(list).toEqual(['b', 'd'])
    expect(codes(errors)).toEqual([undefined, 'FAVORITES_FULL', undefined, undefined])
  })

  it('leaves out what nobody awaits, and says that it can be sent again', () => {
    const requests = [...awaited(add('b')), { operation: remove('a'), isAwaited: () => false }]
    const { list, errors } = applyRequests(['a'], requests, upTo(9))
    expect(list).toEqual(['a', 'b'])
    expect(codes(errors)).toEqual([undefined, 'BUSY'])
  })

  it('shortens a list that is longer than allowed', () => {
    const stored = ['a', 'b', 'c']
    const errorsOf = (operation: FavoritesOperation) =>
      codes(applyRequests(stored, awaited(operation), upTo(1)).errors)
    expect(applyRequests(stored, awaited(remove('a')), upTo(1)).list).toEqual(['b', 'c'])
    expect(errorsOf(add('a'))).toEqual([undefined])
    expect(errorsOf(replace('x', 'y'))).toEqual(['FAVORITES_FULL'])
  })
})
