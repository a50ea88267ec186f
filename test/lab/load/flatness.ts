/** Detects whether a measured value, such as memory use, grows over time. */

export interface Look {
  at: number
  value: number
}

export interface Course {
  median: number
  perMinute: number
}

const minuteMs = 60_000

/** The Theil–Sen estimator: single peaks and garbage collection hardly affect it. */
export const findCourse = (looks: readonly Look[]): Course => {
  const slopes = looks.flatMap((one, at) => looks.slice(at + 1).map((other) => slopeOf(one, other)))
  return { median: medianOf(looks.map(({ value }) => value)), perMinute: medianOf(slopes) }
}

const slopeOf = (one: Look, other: Look) =>
  ((other.value - one.value) / (other.at - one.at)) * minuteMs

export const medianOf = (values: readonly number[]) => percentileOf(values, 0.5)

/** Returns a percentile of the values, where `part` is from 0 to 1. Returns 0 for an empty list. */
export const percentileOf = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
