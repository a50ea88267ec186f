import { describe, expect, it } from 'vitest'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'

describe('toFileFormat', () => {
  it.each([
    ['a.png', 'png'],
    ['a.JPEG', 'jpg'],
    ['a.jfif', 'jpg'],
    ['a.JPE', 'jpg'],
    ['a.b/c.WebP', 'webp'],
    ['a.b/c', 'unknown'],
    ['a', 'unknown'],
  ])('of %s is %s', (file, format) => {
    expect(toFileFormat(file)).toBe(format)
  })
})
