import type { Context } from 'hono'
import { type FileState, isSameState, type PictureFile } from '../../catalogue/picture-versions.ts'
import type { NodeRequest } from '../server/request-id.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface HotPicture<Facts> {
  bytes: Bytes
  facts: Facts
}

interface Held<Facts> extends HotPicture<Facts> {
  state: FileState
  /** How many answers are being sent with these bytes. */
  readers: number
}

export type HotPictures<Facts> = ReturnType<typeof createHotPictures<Facts>>

// A larger picture would take the place of many.
const largestShare = 1 / 16

/**
 * Keeps the pictures that were sent last in memory, with what their answers say about them. They take at most `maxBytes`,
 * together with all that slow clients have not read yet.
 */
export const createHotPictures = <Facts>(maxBytes: number) => {
  // The picture that was not sent for the longest time comes first.
  const pictures = new Map<string, Held<Facts>>()
  let held = 0

  const remove = (path: string) => {
    const picture = pictures.get(path)
    pictures.delete(path)
    if (picture?.readers === 0) held -= picture.bytes.length
  }
  const makeRoom = (bytes: number) => {
    for (const [path, { readers }] of pictures) {
      if (held + bytes <= maxBytes) break
      if (readers === 0) remove(path)
    }
    return held + bytes <= maxBytes
  }
  const lend = ({ env }: Context, path: string, picture: Held<Facts>) => {
    const { outgoing }: Partial<NodeRequest> = env ?? {}
    if (outgoing === undefined || outgoing.closed) return picture
    picture.readers += 1
    outgoing.once('close', () => {
      picture.readers -= 1
      if (picture.readers === 0 && pictures.get(path) !== picture) held -= picture.bytes.length
    })
    return picture
  }
  const has = (file: PictureFile) => {
    const picture = pictures.get(file.path)
    return picture !== undefined && isSameState(picture.state, file)
  }
  const fits = (size: number) => size <= maxBytes * largestShare
  return {
    has,
    fits,
    find: (c: Context, file: PictureFile): HotPicture<Facts> | undefined => {
      const { path } = file
      const picture = has(file) ? pictures.get(path) : undefined
      if (picture === undefined) return undefined
      pictures.delete(path)
      pictures.set(path, picture)
      return lend(c, path, picture)
    },
    /** Returns `undefined` and reads nothing if the picture is large, or if slow clients still read too many others. */
    add: async (
      c: Context,
      { path, ...state }: PictureFile,
      { size, facts, read }: { size: number; facts: Facts; read: () => Promise<Bytes> },
    ): Promise<HotPicture<Facts> | undefined> => {
      if (!fits(size) || !makeRoom(size)) return undefined
      held += size
      try {
        const picture = { bytes: await read(), facts, state, readers: 0 }
        remove(path)
        pictures.set(path, picture)
        return lend(c, path, picture)
      } catch (error) {
        held -= size
        throw error
      }
    },
  }
}
