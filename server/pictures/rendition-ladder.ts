interface Step {
  /** Pixels: up to which sizes are multiples of `by`. */
  to: number
  by: number
}

/** Every usual screen and page size is a rung, and a rung is at most a few percent above what was asked. */
const steps: readonly Step[] = [
  { to: 640, by: 10 },
  { to: 2560, by: 40 },
]
const last = 80

/**
 * The next size that renditions are made in, in pixels: of each picture there is a known number of
 * them, whoever asks for whatever.
 */
export const toRung = (side: number): number => {
  const by = steps.find(({ to }) => side <= to)?.by ?? last
  return Math.ceil(side / by) * by
}
