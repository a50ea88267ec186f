import { DomainError } from '../domain-error.ts'

interface WorkQueueOptions {
  concurrency: number
  maxWaiting: number
  /** The most that the running jobs may cost together. */
  budget?: number
  /** The text of the error when too many jobs are waiting. */
  busyText?: string
}

interface JobOptions {
  /** A job waits until its cost fits into the budget. */
  cost?: number
  /** Lets the job wait however many others wait. */
  isPatient?: boolean
}

const tooManyPictures = 'Too many pictures are being resized: try again in a moment'

/**
 * Returns a function that runs at most `concurrency` jobs at once, first come, first served.
 * @throws DomainError `BUSY` from the returned function when too many jobs are waiting
 */
export const createWorkQueue = ({
  concurrency,
  maxWaiting,
  budget = Number.POSITIVE_INFINITY,
  busyText = tooManyPictures,
}: WorkQueueOptions) => {
  const waiting: { cost: number; start: () => void }[] = []
  let running = 0
  let used = 0

  const startNext = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (running >= concurrency || used + next.cost > budget) return
      waiting.shift()
      running += 1
      used += next.cost
      next.start()
    }
  }
  const inTurn = async <T>(
    job: () => Promise<T>,
    { cost = 0, isPatient = false }: JobOptions = {},
  ): Promise<T> => {
    if (!isPatient && waiting.length >= maxWaiting) throw new DomainError('BUSY', busyText)
    await new Promise<void>((start) => {
      waiting.push({ cost, start })
      startNext()
    })
    try {
      return await job()
    } finally {
      running -= 1
      used -= cost
      startNext()
    }
  }
  return Object.assign(inTurn, { state: () => ({ running, waiting: waiting.length }) })
}
