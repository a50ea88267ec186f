import type { Wallpaper } from '../catalogue/wallpaper.ts'

/** A size that a wallpaper can be had in, in pixels. */
export interface Download {
  readonly name: string
  readonly width: number
  readonly height: number
}

const landscape: readonly Download[] = [
  { name: '4K', width: 3840, height: 2160 },
  { name: '1440p', width: 2560, height: 1440 },
  { name: '1080p', width: 1920, height: 1080 },
]

const toPortrait = ({ name, width, height }: Download) => ({ name, width: height, height: width })
const toSquare = ({ name, height }: Download) => ({ name, width: height, height })

/** The usual screen sizes that are smaller than the original, largest first. */
export const toDownloads = ({ width, height }: Pick<Wallpaper, 'width' | 'height'>): Download[] => {
  if (width === undefined || height === undefined) return []
  return shapedLike(width, height).filter(
    (box) =>
      box.width <= width && box.height <= height && (box.width < width || box.height < height),
  )
}

const shapedLike = (width: number, height: number): readonly Download[] => {
  if (width === height) return landscape.map(toSquare)
  return width > height ? landscape : landscape.map(toPortrait)
}
