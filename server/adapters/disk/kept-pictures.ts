import type { Rendition } from '../../pictures/renditions.ts'
import type { Log } from '../../ports.ts'
import { createFileLru } from './file-lru.ts'

interface KeptPicturesOptions {
  /** Made when it is not there; nothing else may be in it. */
  dir: string
  /** What all pictures together may have. */
  maxBytes: number
  log: Log
}

type Picture = Rendition['picture']

/**
 * Pictures kept on disk by plain names. A disk that is full, or takes nothing for another reason, costs
 * no picture: it is handed on as it is, and made again for the next who asks. Neither function throws.
 */
export const createKeptPictures = ({ dir, maxBytes, log }: KeptPicturesOptions) => {
  const files = createFileLru({ dir, maxBytes })
  let isFailing = false
  const fail = (err: unknown) => {
    if (!isFailing) log.warn({ err, dir }, 'Pictures are made anew each time: none can be kept')
    isFailing = true
  }
  return {
    /** Absolute path of a picture that was kept. */
    find: (name: string): Promise<string | undefined> =>
      files.find(name).catch((error) => {
        fail(error)
        return undefined
      }),
    keep: async (name: string, content: Uint8Array<ArrayBuffer>): Promise<Picture> => {
      try {
        const path = await files.keep(name, content)
        isFailing = false
        return path
      } catch (error) {
        fail(error)
        return content
      }
    },
  }
}
