/** Whether something that is looked at again and again stays as it is. */

export interface Look {
  /** ms since 1970. */
  at: number
  value: number
}

export interface Course {
  /** The value in the middle of all looks. */
  median: number
  /** By how much it grows in a minute; below 0 when it shrinks. */
  perMinute: number
}

const minuteMs = 60_000

/**
 * The line that most of the looks agree about: the median of the slopes between any two of them
 * (Theil and Sen), which neither single peaks nor the sawtooth of a garbage collector bend.
 */
export const findCourse = (looks: readonly Look[]): Course => {
  const slopes = looks.flatMap((one, at) => looks.slice(at + 1).map((other) => slopeOf(one, other)))
  return { median: medianOf(looks.map(({ value }) => value)), perMinute: medianOf(slopes) }
}

const slopeOf = (one: Look, other: Look) =>
  ((other.value - one.value) / (other.at - one.at)) * minuteMs

export const medianOf = (values: readonly number[]) => percentileOf(values, 0.5)

/** The value that a part (0 to 1) of all is below; 0 when there is none. */
export const percentileOf = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
