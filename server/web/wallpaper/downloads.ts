import type { Wallpaper } from '../../catalogue/wallpaper.ts'

/** A size that a wallpaper can be had in, in pixels. */
export interface Download {
  name: string
  width: number
  height: number
}

const landscape: readonly Download[] = [
  { name: '4K', width: 3840, height: 2160 },
  { name: '1440p', width: 2560, height: 1440 },
  { name: '1080p', width: 1920, height: 1080 },
]

/** Screens of phones, largest first; most pictures are cut to fill one. */
const phones: readonly Download[] = [
  { name: 'Phone', width: 1440, height: 3120 },
  { name: 'Phone', width: 1080, height: 2340 },
  { name: 'Phone', width: 1080, height: 1920 },
]

const toPortrait = ({ name, width, height }: Download) => ({ name, width: height, height: width })
const toSquare = ({ name, height }: Download) => ({ name, width: height, height })

/** The usual screens that the original is large enough for: those of its shape, then a phone. */
export const toDownloads = ({ width, height }: Pick<Wallpaper, 'width' | 'height'>): Download[] => {
  if (width === undefined || height === undefined) return []
  const isSmaller = (box: Download) =>
    box.width <= width && box.height <= height && (box.width < width || box.height < height)
  const screens = shapedLike(width, height).filter(isSmaller)
  const phone = phones.find(isSmaller)
  return phone === undefined || screens.some((box) => isSameSize(box, phone))
    ? screens
    : [...screens, phone]
}

const isSameSize = (one: Download, other: Download) =>
  one.width === other.width && one.height === other.height

const shapedLike = (width: number, height: number): readonly Download[] => {
  if (width === height) return landscape.map(toSquare)
  return width > height ? landscape : landscape.map(toPortrait)
}
