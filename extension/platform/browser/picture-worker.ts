import { convertImage, type PreparedImage } from './image-codec.ts'
import { PictureError, type PictureProblem } from './picture-file.ts'
import type { ScreenSize } from './screen.ts'

interface Task {
  file: Blob
  screen: ScreenSize
}

type Answer = { done: PreparedImage } | { problem: PictureProblem } | { message: string }

/** Runs in the worker. Answers each message with what became of its task. */
export const servePictureWorker = (): void => {
  globalThis.onmessage = async ({ data }: MessageEvent<Task>) => postMessage(await answer(data))
}

const answer = async ({ file, screen }: Task): Promise<Answer> => {
  try {
    return { done: await convertImage(file, screen) }
  } catch (error) {
    return error instanceof PictureError ? { problem: error.code } : { message: String(error) }
  }
}

const convertInWorker = async (task: Task): Promise<PreparedImage> => {
  const worker = new Worker('/picture-worker.js')
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(task)
    })
    if ('done' in answer) return answer.done
    throw 'problem' in answer ? new PictureError(answer.problem) : new Error(answer.message)
  } finally {
    worker.terminate()
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Does what `convertImage` does without delaying any page. Converts one picture at a time, because a picture of 67
 * megapixels takes up to 400 MB of memory meanwhile.
 * @throws PictureError
 */
export const prepareImage = (file: Blob, screen: ScreenSize): Promise<PreparedImage> => {
  // Chromium's background is a worker itself and cannot start another. Firefox's background shares its thread with all
  // pages of the extension.
  const convert =
    'Worker' in globalThis
      ? convertInWorker
      : ({ file, screen }: Task) => convertImage(file, screen)
  const result = last.then(() => convert({ file, screen }))
  last = result.catch(() => undefined)
  return result
}
