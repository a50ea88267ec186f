import { describe, expect, it } from 'vitest'
import { toDownloads } from '../../../../server/web/wallpaper/wallpaper-page.ts'

const namesOf = (width?: number, height?: number) =>
  toDownloads({ width, height }).map((size) => `${size.name} ${size.width}x${size.height}`)

describe('toDownloads', () => {
  it('swaps width and height for a portrait picture', () => {
    expect(namesOf(2160, 3840)).toEqual(['1440p 1440x2560', '1080p 1080x1920', 'Phone 1440x3120'])
  })

  it('offers square sizes for a square picture', () => {
    expect(namesOf(2000, 2000)).toEqual(['1440p 1440x1440', '1080p 1080x1080', 'Phone 1080x1920'])
  })

  it('offers a phone size of a landscape picture', () => {
    expect(namesOf(3840, 2160)).toEqual(['1440p 2560x1440', '1080p 1920x1080', 'Phone 1080x1920'])
    expect(namesOf(7680, 4320)).toContain('Phone 1440x3120')
  })

  it('offers each size once', () => {
    expect(namesOf(1080, 2000)).toEqual(['1080p 1080x1920'])
  })

  it('never offers a size that needs enlarging', () => {
    expect(namesOf(1920, 1080)).toEqual([])
    expect(namesOf(4000, 1000)).toEqual([])
    expect(namesOf(1921, 1080)).toEqual(['1080p 1920x1080'])
  })

  it('offers nothing if the size is unknown', () => {
    expect(namesOf(undefined, 2000)).toEqual([])
  })
})
