import { describe, expect, it } from 'vitest'
import { groupNearDuplicates } from '../../../../server/catalogue/packed/near-duplicates.ts'
import { distanceLimits } from '../../../../server/catalogue/perceptual-hash.ts'
import { makeRandom } from '../../../builders.ts'

const makeHashes = (count: number) => {
  const random = makeRandom('hashes')
  return Uint32Array.from({ length: count * 2 }, () => Math.floor(random() * 2 ** 32))
}

/** Copies a row's hash to another row and flips its last `bits` bits. */
const copyHash = (hashes: Uint32Array, from: number, to: number, bits: number) => {
  hashes[to * 2] = hashes[from * 2] ?? 0
  hashes[to * 2 + 1] = (hashes[from * 2 + 1] ?? 0) ^ (2 ** bits - 1)
}

describe('groupNearDuplicates', () => {
  it('is empty when no rows resemble each other or no hash is known', () => {
    expect(groupNearDuplicates(makeHashes(40))).toHaveLength(0)
    expect(groupNearDuplicates(new Uint32Array(80))).toHaveLength(0)
  })

  it('gives near-duplicates the same number and leaves the other rows at 0', () => {
    const hashes = makeHashes(12)
    copyHash(hashes, 2, 5, 6)
    copyHash(hashes, 3, 4, 0)
    copyHash(hashes, 2, 9, distanceLimits.small)
    copyHash(hashes, 1, 10, distanceLimits.small + 1)
    expect([...groupNearDuplicates(hashes)]).toEqual([0, 0, 2, 1, 1, 2, 0, 0, 0, 2, 0, 0])
  })

  it('does not chain small differences into one group', () => {
    const hashes = makeHashes(3)
    copyHash(hashes, 0, 1, 12)
    copyHash(hashes, 0, 2, 24)
    expect([...groupNearDuplicates(hashes)]).toEqual([1, 1, 0])
  })

  it('finds the copies in a large catalogue', () => {
    const count = distanceLimits.smallRows * 10
    const hashes = makeHashes(count)
    for (let copy = 0; copy < 100; copy++)
      copyHash(hashes, copy * 7, count - 1 - copy, copy % (distanceLimits.large + 1))
    const groups = groupNearDuplicates(hashes)
    for (let copy = 0; copy < 100; copy++) {
      expect(groups[copy * 7]).toBeGreaterThan(0)
      expect(groups[count - 1 - copy]).toBe(groups[copy * 7])
    }
    // A few random hashes resemble each other by chance.
    expect(groups.filter((group) => group !== 0).length).toBeLessThan(210)
  })
})
