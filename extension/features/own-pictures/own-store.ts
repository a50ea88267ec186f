import { toList } from '../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../platform/storage/database.ts'
import { readImage } from '../wallpaper/deck-store.ts'
import { type OwnPicture, parseOwnPicture } from './own-picture.ts'

export interface Copies {
  /** A copy in the size of the screen. */
  image: Blob
  thumbnail: Blob
}

// A database of its own, so that an import never makes a new tab wait for the deck.
const transact = createTransact('fresco-own', ['pictures', 'images', 'thumbnails'])

/** Stores copies of imported pictures. They are never evicted, because they cannot be downloaded again. */
export const ownStore = {
  /** Lists all pictures, the latest import first. */
  list: () =>
    transact('readonly', async ({ pictures }) => {
      const stored = toList(await toPromise<unknown[]>(pictures.getAll()), parseOwnPicture)
      return stored.sort((one, other) => other.addedAt - one.addedAt)
    }),
  has: (id: string) => transact('readonly', ({ pictures }) => has(pictures, id)),
  /**
   * Stores a picture and its copies in one transaction. Resolves with false if the picture is stored already. Rejects
   * with `QuotaExceededError` when the disk is full.
   */
  add: (picture: OwnPicture, { image, thumbnail }: Copies) =>
    transact('readwrite', async ({ pictures, images, thumbnails }) => {
      // Two workers may import copies of the same file at once.
      if (await has(pictures, picture.id)) return false
      images.put(image, picture.id)
      thumbnails.put(thumbnail, picture.id)
      pictures.put(picture, picture.id)
      return true
    }),
  readImage: (id: string) => transact('readonly', ({ images }) => readImage(images, id)),
  readThumbnail: (id: string) =>
    transact('readonly', ({ thumbnails }) => readImage(thumbnails, id)),
  remove: (ids: readonly string[]): Promise<void> =>
    transact('readwrite', (stores) => {
      for (const store of Object.values(stores)) for (const id of ids) store.delete(id)
    }),
}

export type OwnStore = typeof ownStore

const has = async (pictures: IDBObjectStore, id: string): Promise<boolean> =>
  (await toPromise(pictures.getKey(id))) !== undefined
