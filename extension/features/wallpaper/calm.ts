import type { Light } from '../../platform/browser/light-map.ts'

/** Moves the clock to where the picture is most even, but not to the middle, which belongs to the picture. */
export const moveToCalm = (
  clock: HTMLElement,
  image: HTMLImageElement,
  readLightAt: (element: Element, image: HTMLImageElement) => Light,
): void => {
  // The place must not change with the time or with a notice.
  const seen = `${image.dataset.light} ${innerWidth} ${innerHeight}`
  if (clock.dataset.seen === seen) return
  clock.dataset.seen = seen
  const places = ['start', 'end'].flatMap((level) =>
    ['center', 'left', 'right'].map((side) => {
      const move = () => {
        clock.style.setProperty('--level', level)
        clock.style.setProperty('--side', side)
      }
      move()
      const { darkest, lightest } = readLightAt(clock, image)
      return { move, spread: Math.cbrt(lightest) - Math.cbrt(darkest) }
    }),
  )
  places.reduce((best, one) => (one.spread < best.spread ? one : best)).move()
}
