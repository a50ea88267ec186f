import { createQueue } from '../../../shared/async.ts'
import { isStorageError, StorageError } from '../storage/storage-error.ts'
import { convertPicture, type PreparedImage } from './image-codec.ts'
import { PictureError, type PictureProblem } from './picture-error.ts'
import { parsePicture } from './picture-file.ts'
import type { ScreenSize } from './screen.ts'

type Answer<Result> =
  | { done: Result }
  | { problem: PictureProblem }
  | { message: string; isOfStorage: boolean }

/** Runs in a worker. Does `work` for each message and answers with the result. */
export const serveWorker = <Task, Result>(work: (task: Task) => Promise<Result>): void => {
  const answer = async (task: Task): Promise<Answer<Result>> => {
    try {
      return { done: await work(task) }
    } catch (error) {
      if (error instanceof PictureError) return { problem: error.code }
      return { message: String(error), isOfStorage: isStorageError(error) }
    }
  }
  globalThis.onmessage = async ({ data }: MessageEvent<Task>) => postMessage(await answer(data))
}

const idle = new Map<Worker, string>()
const idleMs = 1_000

// Starting a worker takes longer than converting a small picture.
const takeWorker = (script: string) => {
  const worker = [...idle.keys()].find((one) => idle.get(one) === script) ?? new Worker(script)
  idle.delete(worker)
  return worker
}

/**
 * Does one task in a worker that has no other task meanwhile.
 * @param script the address of a script that calls `serveWorker`
 */
export const runInWorker = async <Task, Result>(script: string, task: Task): Promise<Result> => {
  const worker = takeWorker(script)
  const answer = await new Promise<Answer<Result>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer<Result>>) => resolve(data)
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
    worker.postMessage(task)
  })
  idle.set(worker, script)
  setTimeout(() => idle.delete(worker) && worker.terminate(), idleMs)
  if ('done' in answer) return answer.done
  if ('problem' in answer) throw new PictureError(answer.problem)
  throw new (answer.isOfStorage ? StorageError : Error)(answer.message)
}

/**
 * Checks a picture file, so that a broken picture is never stored, and does what `convertPicture` does.
 * @throws PictureError
 */
const convertImage = async (file: Blob, screen: ScreenSize): Promise<PreparedImage> => {
  const bytes = await file.arrayBuffer()
  return convertPicture(bytes, parsePicture(new Uint8Array(bytes)).type, screen)
}

interface Conversion {
  file: Blob
  screen: ScreenSize
}

export const serveConversions = (): void =>
  serveWorker(({ file, screen }: Conversion) => convertImage(file, screen))

const inTurn = createQueue()

/**
 * Does what `convertImage` does without delaying any page. Converts one picture at a time, because a picture of 67
 * megapixels takes up to 400 MB of memory meanwhile.
 * @throws PictureError
 */
export const prepareImage = (file: Blob, screen: ScreenSize): Promise<PreparedImage> =>
  // Chromium's background is a worker itself and cannot start another. Firefox's background shares its thread with all
  // pages of the extension.
  inTurn(() =>
    'Worker' in globalThis
      ? runInWorker<Conversion, PreparedImage>('/picture-worker.js', { file, screen })
      : convertImage(file, screen),
  )
