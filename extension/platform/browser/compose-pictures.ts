import { measureAverage } from '../../../shared/oklab.ts'
import {
  drawScaled,
  encode,
  type PreparedImage,
  readPixels,
  scaleBy,
  toContext,
} from './image-codec.ts'
import { mapped, toLightMap } from './light-map.ts'
import type { ScreenSize } from './screen.ts'

/** Makes a picture of the screen's size that shows one or more whole pictures side by side, in front of a blurred copy. */
export const composePictures = async (
  files: readonly Blob[],
  screen: ScreenSize,
): Promise<PreparedImage> => {
  const frames = await Promise.all(files.map((file) => createImageBitmap(file)))
  const canvas = new OffscreenCanvas(screen.width, screen.height)
  const context = toContext(canvas)
  context.imageSmoothingQuality = 'high'
  if (frames[0]) context.drawImage(await blur(frames[0], screen), 0, 0, screen.width, screen.height)
  context.fillStyle = 'rgb(0 0 0 / 40%)'
  context.fillRect(0, 0, screen.width, screen.height)
  const gap = frames.length > 1 ? Math.round(screen.width / 100) : 0
  const ratios = frames.map(({ width, height }) => width / height)
  const sum = ratios.reduce((all, ratio) => all + ratio, 0)
  const height = Math.min(screen.height, (screen.width - gap) / sum)
  let x = (screen.width - gap - height * sum) / 2
  for (const [at, frame] of frames.entries()) {
    const width = height * (ratios[at] ?? 1)
    context.drawImage(frame, x, (screen.height - height) / 2, width, height)
    frame.close()
    x += width + gap
  }
  const pixels = await readPixels(canvas, mapped)
  return {
    blob: await encode(canvas, 'image/jpeg'),
    light: toLightMap(pixels, 4),
    ...measureAverage(pixels, 4),
    // A window that is too narrow shows the first picture rather than two halves.
    position: frames.length > 1 ? '30% 50%' : '',
  }
}

// Doubling a tiny copy again and again blurs as smoothly as a filter, which Safari's canvas does not have.
const blur = async (frame: ImageBitmap, { width }: ScreenSize) => {
  let copy = await drawScaled(frame, { width: 16, height: 9 })
  while (copy.width < width / 2) copy = await drawScaled(copy, scaleBy(copy, 2))
  return copy
}
