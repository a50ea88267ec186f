const usualSeconds = 30
const fewest = 5
const most = 86_400

/** Reads the seconds for each picture from an address such as `?every=30`. Without them, no slideshow runs. */
export const parseEvery = (search: string): number | undefined => {
  const asked = new URLSearchParams(search).get('every')
  if (asked === null) return
  const seconds = Number(asked)
  return seconds > 0 ? Math.min(most, Math.max(fewest, seconds)) : usualSeconds
}

export const toMs = (seconds = usualSeconds): number => seconds * 1000

const reach = 12

/**
 * Moves the clock a little with each picture, so that its letters do not burn into a screen. The places are on a circle
 * with a radius of 12 pixels, and no two in a row are close.
 */
export const toDrift = (count: number): string => {
  const angle = count * 2.4
  return `${Math.round(reach * Math.cos(angle))}px ${Math.round(reach * Math.sin(angle))}px`
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** An arrow key moves in the direction of the text: in Arabic, the left arrow key shows the next wallpaper. */
export const toMove = (press: Press, direction: string): 'next' | 'previous' | undefined => {
  if (press.ctrlKey || press.altKey || press.metaKey || press.shiftKey) return
  if (!/^Arrow(Left|Right)$/.test(press.key)) return
  return (press.key === 'ArrowRight') === (direction !== 'rtl') ? 'next' : 'previous'
}
