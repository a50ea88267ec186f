/** A source of randomness: a number from 0 (included) to 1 (excluded), like `Math.random`. */
export type Random = () => number
