import { describe, expect, it } from 'vitest'
import { toPairs } from '../../../../extension/features/supply/whole.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

describe('toPairs', () => {
  const tall = (id: string, more = {}) =>
    makeDetail({ id, type: 'mobile', width: 1080, height: 1920, ...more })
  const found = [
    tall('tower'),
    makeDetail({ id: 'lake' }),
    tall('spire', { license: 'CC BY-ND 4.0' }),
    tall('door'),
    tall('fern'),
  ]
  const pair = (width: number, height: number) =>
    toPairs(found, { width, height }).map(({ id, beside }) => (beside ? [id, beside.id] : id))

  it('pairs tall pictures on a wide screen, unless a license forbids it', () => {
    expect(pair(1920, 1080)).toEqual([['tower', 'door'], 'lake', 'spire'])
  })

  it('shows one alone if there is no other', () => {
    const [tower] = found
    expect(tower && toPairs([tower], { width: 1920, height: 1080 })).toEqual([tower])
  })

  it('pairs nothing on a tall screen', () => {
    expect(pair(1080, 1920)).toEqual(['tower', 'lake', 'spire', 'door', 'fern'])
  })
})
