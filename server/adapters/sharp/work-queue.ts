import { DomainError } from '../../domain-error.ts'

interface WorkQueueOptions {
  /** Jobs at work at the same time. */
  concurrency: number
  /** Jobs that may wait for their turn; one more is turned away. */
  maxWaiting: number
}

/**
 * Does a few jobs at a time, first come first served.
 * @throws DomainError `BUSY` from the returned function when too many wait already
 */
export const createWorkQueue = ({ concurrency, maxWaiting }: WorkQueueOptions) => {
  const waiting: (() => void)[] = []
  let free = concurrency

  const takeTurn = async () => {
    if (free > 0) {
      free -= 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw new DomainError('BUSY', 'Too many pictures are being resized: try again in a moment')
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const passTurn = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  const inTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    await takeTurn()
    try {
      return await job()
    } finally {
      passTurn()
    }
  }
  return Object.assign(inTurn, {
    /** Jobs at this moment. */
    state: () => ({ running: concurrency - free, waiting: waiting.length }),
  })
}
