/**
 * Measures how unevenly counts are distributed that should all be equal. It returns the chi-square
 * statistic in standard deviations above its mean. A fair random distribution stays below 4.
 */
export const unfairness = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const sum = counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0)
  const degrees = counts.length - 1
  return (sum - degrees) / Math.sqrt(2 * degrees)
}
