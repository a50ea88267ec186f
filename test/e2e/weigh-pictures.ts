/** Runs in a page of the extension: the bytes of all stored pictures by their keys. */
export const weighPictures = (): Promise<Record<string, number>> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const images = opening.result.transaction('images').objectStore('images')
      const keys = images.getAllKeys()
      images.getAll().onsuccess = ({ target }) => {
        const blobs = (target as IDBRequest<Blob[]>).result
        const sizes = blobs.map((blob, at) => [String(keys.result[at]), blob.size])
        resolve(Object.fromEntries(sizes))
      }
      opening.result.close()
    }
  })
