import PQueue from 'p-queue'
import { DomainError } from '../domain-error.ts'

/**
 * Returns a function that runs at most `concurrency` jobs at once, first come, first served.
 * @throws DomainError `BUSY` from the returned function when too many jobs are waiting
 */
export const createWorkQueue = ({
  concurrency,
  maxWaiting,
}: Record<'concurrency' | 'maxWaiting', number>) => {
  const queue = new PQueue({ concurrency })
  const inTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.pending >= concurrency && queue.size >= maxWaiting)
      throw new DomainError('BUSY', 'Too many pictures are being resized: try again in a moment')
    return queue.add(job, { throwOnTimeout: true })
  }
  return Object.assign(inTurn, {
    state: () => ({ running: queue.pending, waiting: queue.size }),
  })
}
