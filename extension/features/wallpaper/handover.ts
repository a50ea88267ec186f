import type { Shown } from './first-paint.ts'

declare global {
  interface Window {
    /** Set by the script in the head of the new tab, read by the page's module. */
    frescoShown?: Promise<Shown>
  }
}

/** The head's script and the page's module are separate programs: the window is all they share. */
export const offerShown = (shown: Promise<Shown>): void => {
  window.frescoShown = shown
}

export const takeShown = (): Promise<Shown> => window.frescoShown ?? Promise.resolve(undefined)
