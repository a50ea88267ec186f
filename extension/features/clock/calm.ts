import type { Light } from '../../platform/browser/light-map.ts'

/** What a new tab knows of the light of its picture. */
export interface PictureLight {
  readLightAt(element: Element, image: HTMLImageElement): Light
  /** What moves texts by the light of the picture. It is called before the texts get their color. */
  placings: Set<() => void>
}

/** Keeps the clock where the picture is most even, but not in the middle, which belongs to the picture. */
export const keepCalm = (clock: HTMLElement, { placings, readLightAt }: PictureLight): void => {
  const place = () => {
    const image = document.querySelector<HTMLImageElement>('#wallpaper')
    if (!image) return
    if (!clock.isConnected) return placings.delete(place)
    // The place must not change with the time or with a notice.
    const seen = `${image.dataset.light} ${innerWidth} ${innerHeight}`
    if (clock.dataset.seen !== seen) moveToCalm(clock, () => readLightAt(clock, image))
    clock.dataset.seen = seen
  }
  placings.add(place)
  // The change of this attribute lets `legible.ts` place the clock.
  clock.dataset.light = ''
}

const moveToCalm = (clock: HTMLElement, read: () => Light): void => {
  const move = (level: string, side: string) => {
    clock.style.setProperty('--level', level)
    clock.style.setProperty('--side', side)
  }
  const measured = ['start', 'end'].flatMap((level) =>
    ['center', 'left', 'right'].map((side) => {
      move(level, side)
      const { darkest, lightest } = read()
      return { level, side, spread: Math.cbrt(lightest) - Math.cbrt(darkest) }
    }),
  )
  const calmest = measured.reduce((best, one) => (one.spread < best.spread ? one : best))
  move(calmest.level, calmest.side)
}
