/** Leaves out ever smaller groups of items while the others still fail (delta debugging). Tries `maxTries` times. */
export const shrink = <T>(
  items: readonly T[],
  fails: (some: readonly T[]) => boolean,
  maxTries: number,
): readonly T[] => {
  let left = items
  let tries = 0
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < left.length && tries < maxTries; ) {
      const fewer = left.toSpliced(from, size)
      tries++
      if (fails(fewer)) left = fewer
      else from += size
    }
  }
  return left
}
