import { describe, expect, it } from 'vitest'
import {
  areNear,
  fitsBox,
  hasRatio,
  isAtLeast,
  roundColor,
  toBoxShape,
  toTone,
} from '../../shared/filter-rules.ts'

const toSize = (text: string) => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

describe('toTone', () => {
  it.each([
    [0, 'dark'],
    [0.179, 'dark'],
    [0.18, 'middle'],
    [0.42, 'middle'],
    [0.421, 'light'],
    [1, 'light'],
  ])('names a luminance of %d %s', (luminance, tone) => {
    expect(toTone(luminance)).toBe(tone)
  })
})

describe('fitsBox', () => {
  const box = toSize('1920x1080')
  it.each([
    ['3840x2160', true],
    ['1000x1000', true],
    ['3440x1440', true],
    ['3840x1080', true],
    ['1080x1920', false],
    ['4000x1080', false],
    ['6000x1080', false],
  ])('tells whether a crop to 1920x1080 shows half of %s: %s', (text, isFitting) => {
    expect(fitsBox(toSize(text), toBoxShape(box))).toBe(isFitting)
  })
})

describe('hasRatio', () => {
  it.each([
    ['2560x1080', '21x9', true],
    ['3440x1440', '21x9', true],
    ['3840x1600', '21x9', true],
    ['3840x2160', '21x9', false],
    ['1366x768', '16x9', true],
    ['1920x1200', '16x9', false],
    ['1920x1200', '16x10', true],
    ['2160x1440', '16x10', false],
    ['1170x2532', '9x20', true],
    ['2160x3840', '16x9', false],
    ['1000x1000', 'square', true],
    ['1000x1029', 'square', true],
    ['1000x1040', 'square', false],
    ['1001x1000', 'landscape', true],
    ['1000x1000', 'landscape', false],
    ['1000x1001', 'portrait', true],
    ['1000x1000', 'portrait', false],
  ])('a picture of %s pixels, asked for %s: %s', (size, ratio, expected) => {
    expect(hasRatio(toSize(size), ratio)).toBe(expected)
  })
})

describe('isAtLeast', () => {
  it('compares both sides', () => {
    const smallest = toSize('2560x1440')
    expect(isAtLeast(toSize('2560x1440'), smallest)).toBe(true)
    expect(isAtLeast(toSize('3840x1439'), smallest)).toBe(false)
    expect(isAtLeast(toSize('2559x2160'), smallest)).toBe(false)
  })
})

describe('areNear', () => {
  it.each([
    ['#336699', '#336699', true],
    ['#336699', '#3A6EA5', true],
    ['#336699', '#993333', false],
    ['#000000', '#101010', true],
    ['#000000', '#FFFFFF', false],
    ['#FF0000', '#D62222', true],
    ['#0000FF', '#2F4FB3', true],
    ['#0000FF', '#00FF00', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(areNear(roundColor(one), roundColor(other))).toBe(expected)
    expect(areNear(roundColor(other), roundColor(one))).toBe(expected)
  })
})
