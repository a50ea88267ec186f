import { toNumber, toRecord } from '../../../shared/unknown.ts'

export interface ScreenSize {
  width: number
  height: number
}

export const usualScreen: ScreenSize = { width: 1920, height: 1080 }

export const readScreenSize = (): ScreenSize => ({
  width: Math.round(screen.width * devicePixelRatio),
  height: Math.round(screen.height * devicePixelRatio),
})

export const parseScreenSize = (value: unknown): ScreenSize | undefined => {
  const { width, height } = toRecord(value)
  const size = { width: toNumber(width), height: toNumber(height) }
  return isScreenSide(size.width) && isScreenSide(size.height) ? size : undefined
}

const isScreenSide = (pixels: number) => Number.isInteger(pixels) && pixels > 0 && pixels <= 16_384
