/** How much wider than high a picture is, in steps: a class per step needs no inline style. */
const steps = { smallest: 0.4, largest: 3.6, per: 20 }

/** Shown for a picture whose size is not known. */
const usualShape = 16 / 9

interface Sized {
  width: number | undefined
  height: number | undefined
}

/** The class that gives a picture its shape: `shape-35` is 35 steps of 1/20, so 1.75. */
export const shapeClass = ({ width, height }: Sized): string => {
  const shape = width !== undefined && height !== undefined ? width / height : usualShape
  const bounded = Math.min(steps.largest, Math.max(steps.smallest, shape))
  return `shape-${Math.round(bounded * steps.per)}`
}

/** The rules of all shape classes; each sets `--shape`. */
export const shapeRules = (): string => {
  const first = Math.round(steps.smallest * steps.per)
  const count = Math.round(steps.largest * steps.per) - first + 1
  return Array.from({ length: count }, (_, step) => toRule(first + step)).join('')
}

const toRule = (step: number) => `.shape-${step}{--shape:${step / steps.per}}\n`
