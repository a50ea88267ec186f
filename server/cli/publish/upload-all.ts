import PQueue from 'p-queue'
import type { CloudPictures } from './cloud-pictures.ts'
import type { LocalPicture } from './local-pictures.ts'
import { PublishProblem, toLine } from './problem.ts'
import { type Retries, withRetries } from './with-retries.ts'

interface Options {
  pictures: CloudPictures
  print: (line: string) => void
  signal: AbortSignal
  retries: Retries
}

interface Uploads {
  uploaded: readonly LocalPicture[]
  failed: number
  /** What made the rest be left: a setting that is wrong, or a person. */
  stoppedBy: unknown
}

const atOnce = 3

/** Uploads three at a time. What fails for one picture costs a line; what fails for all ends it. */
export const uploadAll = async (
  waiting: readonly LocalPicture[],
  { pictures, print, signal, retries }: Options,
): Promise<Uploads> => {
  const uploaded: LocalPicture[] = []
  const queue = new PQueue({ concurrency: atOnce })
  let failed = 0
  let stoppedBy: unknown
  const upload = async (picture: LocalPicture) => {
    if (stoppedBy !== undefined) return
    try {
      await withRetries(() => pictures.upload(picture, signal), retries)
      uploaded.push(picture)
      print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}`)
    } catch (error) {
      const isOfPicture = error instanceof PublishProblem && error.kind !== 'stop'
      if (!isOfPicture) stoppedBy ??= error
      else {
        failed += 1
        print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}: ${toLine(error)}`)
      }
    }
  }
  await queue.addAll(waiting.map((picture) => () => upload(picture)))
  return { uploaded, failed, stoppedBy }
}
