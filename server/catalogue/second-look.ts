export interface SecondLook {
  /** Notes whether what was read last was good. */
  note(isGood: boolean): void
  /** Whether what was bad is to be read again, although nothing says that it changed. */
  isDue(): boolean
}

const firstMs = 60_000
const longestMs = 3_600_000

/** A bad file may have been its source's fault: it is read again after a minute, then ever more seldom. */
export const createSecondLook = (clock: () => number = Date.now): SecondLook => {
  let failures = 0
  let dueAt = Number.POSITIVE_INFINITY
  return {
    note: (isGood) => {
      failures = isGood ? 0 : failures + 1
      const pauseMs = Math.min(longestMs, firstMs * 2 ** (failures - 1))
      dueAt = isGood ? Number.POSITIVE_INFINITY : clock() + pauseMs
    },
    isDue: () => clock() >= dueAt,
  }
}
