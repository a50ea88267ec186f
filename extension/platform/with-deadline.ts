/** What rejects when `work` takes too long; the work itself may still go on. */
export class DeadlineError extends Error {
  constructor(deadlineMs: number) {
    super(`No answer within ${deadlineMs} ms`)
    this.name = 'DeadlineError'
  }
}

/** `work`, or a `DeadlineError` when it has not settled in time. */
export const withDeadline = async <T>(work: Promise<T>, deadlineMs: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(deadlineMs)), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
