import { describe, expect, it } from 'vitest'
import {
  toCategoryLabel,
  toColorLabel,
} from '../../../../extension/features/settings/filter-labels.ts'

describe('the labels of filters', () => {
  it.each([
    [toCategoryLabel, 'nature', 'Nature'],
    [toCategoryLabel, 'amoled', 'AMOLED'],
    [toCategoryLabel, 'soft-light', 'Soft-light'],
    [toCategoryLabel, '', ''],
    [toColorLabel, 'gray', 'Gray'],
    [toColorLabel, 'dark-green', 'Dark-green'],
  ])('%o says %j as people write it: %j', (toLabel, name, label) => {
    expect(toLabel(name)).toBe(label)
  })
})
