import type { Metadata, Sharp } from 'sharp'
import { DomainError } from '../../domain-error.ts'
import { createWorkQueue } from '../work-queue.ts'
import { estimateMemory, type PictureOutput } from './picture-memory.ts'

interface PictureJob<T> {
  picture: Sharp
  toOutput?: (metadata: Metadata) => PictureOutput
  run: (metadata: Metadata) => Promise<T>
  /** Lets the job wait however many others wait. */
  isPatient?: boolean
}

/** Thrown for a picture that takes more memory than this server allows. */
export class PictureTooLargeError extends DomainError {
  override name = 'PictureTooLargeError'
  reason: string
  constructor(reason: string) {
    super('NOT_FOUND', `The picture is too large: ${reason}`)
    this.reason = reason
  }
}

/**
 * Bounds the memory and the threads of all work on pictures. Pictures that take up to a fifth of `memoryBytes` have two
 * places of their own, so that thumbnails never wait for large pictures. Large pictures share `memoryBytes`. All
 * pictures together take at most 1.4 times `memoryBytes` and four of the threads that also read files.
 */
export const createPictureWork = ({
  memoryBytes = 320_000_000,
  concurrency = 2,
  maxWaiting = 64,
} = {}) => {
  const smallBytes = memoryBytes / 5
  const small = createWorkQueue({ concurrency, maxWaiting })
  const large = createWorkQueue({ concurrency, maxWaiting, budget: memoryBytes })

  return {
    /**
     * Runs a job when its picture's turn has come.
     * @throws PictureTooLargeError
     * @throws DomainError `BUSY` when too many jobs are waiting
     */
    run: async <T>({ picture, toOutput, run, isPatient = false }: PictureJob<T>): Promise<T> => {
      const begun = await small(
        async () => {
          const metadata = await picture.metadata()
          const bytes = estimateMemory(metadata, toOutput?.(metadata))
          if (bytes > memoryBytes) throw tooLarge(bytes, memoryBytes)
          const result = bytes <= smallBytes ? { value: await run(metadata) } : undefined
          return { metadata, bytes, result }
        },
        { isPatient },
      )
      if (begun.result) return begun.result.value
      return large(() => run(begun.metadata), { cost: begun.bytes, isPatient })
    },
    state: () => ({
      running: small.state().running + large.state().running,
      waiting: small.state().waiting + large.state().waiting,
    }),
  }
}

const tooLarge = (...sizes: [bytes: number, memoryBytes: number]) => {
  const [needed, allowed] = sizes.map((value) => Math.round(value / 1e6))
  return new PictureTooLargeError(
    `it takes about ${needed} MB of memory to open, and PICTURE_MEMORY_MB allows ${allowed} MB`,
  )
}

export type PictureWork = ReturnType<typeof createPictureWork>
