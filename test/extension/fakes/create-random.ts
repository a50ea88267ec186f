/**
 * Creates a generator of random numbers from 0 to 1. The same seed gives the same numbers in every
 * run.
 */
export const createRandom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}
