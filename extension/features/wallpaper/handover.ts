import type { BundledWallpaper } from './deck.ts'
import type { Shown } from './first-paint.ts'

/** What the head's script passes on to the page. */
export interface Handover {
  shown: Promise<Shown>
  bundle: readonly BundledWallpaper[]
}

declare global {
  interface Window {
    /** Set by the script in the head of the new tab, before it starts the page's module. */
    fresco: Handover
  }
}

/** The head's script and the page's module are separate programs: the window is all they share. */
export const handOver = (handover: Handover): void => {
  window.fresco = handover
}

export const takeOver = (): Handover => window.fresco
