import { toList } from '../../../shared/unknown.ts'
import { createTransact, isDiskFull, toPromise } from '../../platform/storage/database.ts'
import { readImage } from '../wallpaper/deck-store.ts'
import { type OwnPicture, parseOwnPicture } from './own-picture.ts'

/**
 * Stores copies of the pictures that a person has chosen. Nothing evicts them, because they cannot be downloaded again.
 */
export interface OwnStore {
  /** Lists all pictures, the one that was added last first. */
  list(): Promise<OwnPicture[]>
  has(id: string): Promise<boolean>
  /**
   * Stores a picture with its copies in one transaction. Resolves with false if the picture is stored already. Throws
   * `QuotaExceededError` when the disk is full.
   */
  add(picture: OwnPicture, copies: Copies): Promise<boolean>
  readImage(id: string): Promise<Blob | undefined>
  readThumbnail(id: string): Promise<Blob | undefined>
  remove(ids: readonly string[]): Promise<void>
  /** Takes the room that new tabs need, so that an import cannot fill it. Resolves with false if there is too little. */
  reserve(): Promise<boolean>
  /** Gives the room of `reserve` to new tabs. */
  release(): Promise<void>
}

export interface Copies {
  /** A copy in the size of the screen. */
  image: Blob
  thumbnail: Blob
}

// Holds the pictures of about twenty tabs.
const reservedBytes = 32 * 1024 * 1024
const reservedKey = 'reserved'

// A database of its own, so that an import never makes a new tab wait for the deck.
const transact = createTransact('fresco-own', ['pictures', 'images', 'thumbnails'])

export const ownStore: OwnStore = {
  list: () =>
    transact('readonly', async ({ pictures }) => {
      const stored = toList(await toPromise<unknown[]>(pictures.getAll()), parseOwnPicture)
      return stored.sort((one, other) => other.addedAt - one.addedAt)
    }),
  has: (id) => transact('readonly', ({ pictures }) => has(pictures, id)),
  add: (picture, { image, thumbnail }) =>
    transact('readwrite', async ({ pictures, images, thumbnails }) => {
      // Two workers may import copies of the same file at once.
      if (await has(pictures, picture.id)) return false
      images.put(image, picture.id)
      thumbnails.put(thumbnail, picture.id)
      pictures.put(picture, picture.id)
      return true
    }),
  readImage: (id) => transact('readonly', ({ images }) => readImage(images, id)),
  readThumbnail: (id) => transact('readonly', ({ thumbnails }) => readImage(thumbnails, id)),
  remove: (ids) =>
    transact('readwrite', async (stores) => {
      for (const store of Object.values(stores)) for (const id of ids) store.delete(id)
    }),
  reserve: () =>
    transact('readwrite', async ({ images }) => {
      images.put(new Blob([new Uint8Array(reservedBytes)]), reservedKey)
      return true
    }).catch((error) => {
      if (isDiskFull(error)) return false
      throw error
    }),
  release: () => transact('readwrite', async ({ images }) => void images.delete(reservedKey)),
}

const has = async (pictures: IDBObjectStore, id: string): Promise<boolean> => {
  const key = await toPromise(pictures.getKey(id))
  return key !== undefined
}
