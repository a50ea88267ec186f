/** Measures whether a repeatedly sampled value grows. */

export interface Look {
  /** Milliseconds since 1970. */
  at: number
  value: number
}

export interface Course {
  /** The median of all samples. */
  median: number
  /** Growth per minute; negative when it shrinks. */
  perMinute: number
}

const minuteMs = 60_000

/**
 * Fits a line with the Theil–Sen estimator: the median of the slopes between any two samples.
 * Single peaks and the sawtooth of a garbage collector hardly affect it.
 */
export const findCourse = (looks: readonly Look[]): Course => {
  const slopes = looks.flatMap((one, at) => looks.slice(at + 1).map((other) => slopeOf(one, other)))
  return { median: medianOf(looks.map(({ value }) => value)), perMinute: medianOf(slopes) }
}

const slopeOf = (one: Look, other: Look) =>
  ((other.value - one.value) / (other.at - one.at)) * minuteMs

export const medianOf = (values: readonly number[]) => percentileOf(values, 0.5)

/** The smallest value that is above this share (0 to 1) of all values; 0 when there are none. */
export const percentileOf = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
