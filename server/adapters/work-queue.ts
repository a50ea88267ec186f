import PQueue from 'p-queue'
import { DomainError } from '../domain-error.ts'

interface WorkQueueOptions {
  concurrency: number
  maxWaiting: number
  /** What a client reads when too many jobs are waiting. */
  busyText?: string
}

const tooManyPictures = 'Too many pictures are being resized: try again in a moment'

/**
 * Returns a function that runs at most `concurrency` jobs at once, first come, first served.
 * @throws DomainError `BUSY` from the returned function when too many jobs are waiting
 */
export const createWorkQueue = ({
  concurrency,
  maxWaiting,
  busyText = tooManyPictures,
}: WorkQueueOptions) => {
  const queue = new PQueue({ concurrency })
  const inTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting)
      throw new DomainError('BUSY', busyText)
    return queue.add(job, { throwOnTimeout: true })
  }
  return Object.assign(inTurn, {
    state: () => ({ running: queue.pending, waiting: queue.size }),
  })
}
