import { describe, expect, it } from 'vitest'
import {
  toCategoryLabel,
  toColorLabel,
  toPageUrl,
} from '../../../../extension/features/settings/filter-labels.ts'

describe('toCategoryLabel', () => {
  it.each([
    ['nature', 'Nature'],
    ['amoled', 'AMOLED'],
    ['soft-light', 'Soft-light'],
    ['', ''],
  ])('says %j as people write it: %j', (name, label) => {
    expect(toCategoryLabel(name)).toBe(label)
  })
})

describe('toColorLabel', () => {
  it.each([
    ['gray', 'Gray'],
    ['dark-green', 'Dark-green'],
  ])('says %j as people write it: %j', (name, label) => {
    expect(toColorLabel(name)).toBe(label)
  })
})

describe('toPageUrl', () => {
  it('is the page of a wallpaper on a server, and there is none elsewhere', () => {
    const server = 'https://walls.example/fresco'
    expect(toPageUrl({ catalogue: server, id: 'a b' })).toBe(`${server}/wallpaper/a%20b`)
    expect(toPageUrl({ catalogue: 'https://github.com/ada/walls', id: 'a' })).toBeUndefined()
  })
})
