import { describe, expect, it } from 'vitest'
import { readFavoritesHash, toFavoritesUrl } from '../../../shared/catalogue/favorites-link.ts'

describe('toFavoritesUrl', () => {
  it('names wallpapers after the #, whatever their ids contain', () => {
    const ids = ['lake', 'art/red-dune', 'a,b', '夜景', '100+1']
    const url = toFavoritesUrl('https://ada.example/walls/', ids)
    expect(url).toMatch(/^https:\/\/ada\.example\/walls\/favorites\/#lake,/)
    expect(readFavoritesHash(new URL(url).hash)).toEqual(ids)
  })
})

describe('readFavoritesHash', () => {
  it.each([
    ['', []],
    ['#', []],
    ['#lake,,lake,%ZZ,<b>', ['lake']],
  ])('reads %j as %j', (hash, ids) => {
    expect(readFavoritesHash(hash)).toEqual(ids)
  })
})
