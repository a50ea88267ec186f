/** Runs `work` on the items, at most `width` at a time, in order, until `isEnough` says so. */
export const inParallel = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  isEnough: () => boolean,
): Promise<void> => {
  const waiting = [...items]
  const workThrough = async () => {
    while (!isEnough()) {
      const item = waiting.shift()
      if (item === undefined) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: width }, workThrough))
}
