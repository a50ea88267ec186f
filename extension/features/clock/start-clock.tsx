import { render } from 'preact'
import { Clock } from './clock.tsx'

/** Adds the clock to the page. Loaded when all that every tab needs is there. */
export const startClock = (root: Element | null): void => {
  if (root) render(<Clock />, root)
}
