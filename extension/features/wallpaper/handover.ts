import type { BundledWallpaper } from './deck.ts'
import type { Shown } from './first-paint.ts'

/**
 * What the script in the head passes to the page's module. They are separate programs that share only the
 * window.
 */
export interface Handover {
  shown: Promise<Shown>
  bundle: readonly BundledWallpaper[]
}

declare global {
  interface Window {
    fresco: Handover
  }
}

export const handOver = (handover: Handover): void => {
  window.fresco = handover
}

export const takeOver = (): Handover => window.fresco
