import type { Metadata, Sharp } from 'sharp'
import { DomainError } from '../../domain-error.ts'
import { estimateMemory, type PictureOutput } from '../../pictures/picture-memory.ts'

interface PictureWorkOptions {
  /** The most memory in bytes that one picture may take. */
  memoryBytes?: number
  concurrency?: number
  maxWaiting?: number
}

interface PictureJob<T> {
  picture: Sharp
  toOutput?: (metadata: Metadata) => PictureOutput
  run: (metadata: Metadata) => Promise<T>
  /** Lets the job wait however many others wait. */
  isPatient?: boolean
}

export const defaultMemoryBytes = 320_000_000

/** Thrown for a picture that takes more memory than this server allows. */
export class PictureTooLargeError extends DomainError {
  override name = 'PictureTooLargeError'
  reason: string
  constructor(bytes: number, memoryBytes: number) {
    const [needed, allowed] = [bytes, memoryBytes].map((value) => Math.round(value / 1e6))
    const reason = `it takes about ${needed} MB of memory to open, and PICTURE_MEMORY_MB allows ${allowed} MB`
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
  memoryBytes = defaultMemoryBytes,
  concurrency = 2,
  maxWaiting = 64,
}: PictureWorkOptions = {}) => {
  const smallBytes = memoryBytes / 5
  const small = createLane({ budget: Number.POSITIVE_INFINITY, concurrency, maxWaiting })
  const large = createLane({ budget: memoryBytes, concurrency, maxWaiting })

  const costOf = async ({
    picture,
    toOutput,
  }: Pick<PictureJob<unknown>, 'picture' | 'toOutput'>) => {
    const metadata = await picture.metadata()
    const bytes = estimateMemory(toHeader(metadata), toOutput?.(metadata))
    if (bytes > memoryBytes) throw new PictureTooLargeError(bytes, memoryBytes)
    return { metadata, bytes }
  }

  return {
    /**
     * Runs a job when its picture's turn has come.
     * @throws PictureTooLargeError
     * @throws DomainError `BUSY` when too many jobs are waiting
     */
    run: async <T>(job: PictureJob<T>): Promise<T> => {
      const { run, isPatient = false } = job
      const begun = await small.run({ bytes: 0, isPatient }, async () => {
        const cost = await costOf(job)
        return {
          ...cost,
          result: cost.bytes <= smallBytes ? { value: await run(cost.metadata) } : undefined,
        }
      })
      if (begun.result) return begun.result.value
      return large.run({ bytes: begun.bytes, isPatient }, () => run(begun.metadata))
    },
    state: () => ({
      running: small.state().running + large.state().running,
      waiting: small.state().waiting + large.state().waiting,
    }),
  }
}

export type PictureWork = ReturnType<typeof createPictureWork>

const toHeader = (metadata: Metadata) => ({
  width: metadata.width,
  height: metadata.height,
  format: metadata.compression === 'av1' ? 'avif' : metadata.format,
  channels: metadata.channels,
  bytesPerChannel: metadata.depth === 'uchar' ? 1 : 2,
  isProgressive: metadata.isProgressive,
  hasFullChroma: metadata.chromaSubsampling?.startsWith('4:4:4') ?? false,
  isTurned: (metadata.orientation ?? 1) > 1,
})

interface LaneOptions {
  budget: number
  concurrency: number
  maxWaiting: number
}

// Runs jobs in the order in which they came. A job waits until its bytes fit into the budget.
const createLane = ({ budget, concurrency, maxWaiting }: LaneOptions) => {
  const waiting: { bytes: number; start: () => void }[] = []
  let running = 0
  let used = 0

  const startNext = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (running >= concurrency || used + next.bytes > budget) return
      waiting.shift()
      running += 1
      used += next.bytes
      next.start()
    }
  }
  return {
    run: async <T>(
      { bytes, isPatient }: { bytes: number; isPatient: boolean },
      job: () => Promise<T>,
    ): Promise<T> => {
      if (!isPatient && waiting.length >= maxWaiting)
        throw new DomainError('BUSY', 'Too many pictures are being resized: try again in a moment')
      await new Promise<void>((start) => {
        waiting.push({ bytes, start })
        startNext()
      })
      try {
        return await job()
      } finally {
        running -= 1
        used -= bytes
        startNext()
      }
    },
    state: () => ({ running, waiting: waiting.length }),
  }
}
