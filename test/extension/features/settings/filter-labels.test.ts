import { describe, expect, it } from 'vitest'
import {
  toCategoryLabel,
  toColorLabel,
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
