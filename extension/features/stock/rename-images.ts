import { openDatabase, toDone, toPromise } from '../../platform/storage/database.ts'
import { listInUse, toKey } from '../wallpaper/deck.ts'
import { parseDeck } from '../wallpaper/parse-deck.ts'

/**
 * An older version stored pictures under the id of their wallpaper alone, which two servers may share:
 * gives them the names that this version looks for.
 */
export const renameImages = async (
  open: () => Promise<IDBDatabase> = openDatabase,
): Promise<void> => {
  const database = await open()
  const transaction = database.transaction(['deck', 'images'], 'readwrite')
  const done = toDone(transaction)
  database.close()
  const images = transaction.objectStore('images')
  const deck = parseDeck(await toPromise(transaction.objectStore('deck').get('deck')))
  const keys = new Set(await toPromise(images.getAllKeys()))
  for (const wallpaper of listInUse(deck)) {
    if (!keys.has(wallpaper.id) || keys.has(toKey(wallpaper))) continue
    images.put(await toPromise(images.get(wallpaper.id)), toKey(wallpaper))
  }
  for (const key of keys) if (!String(key).includes(' ')) images.delete(key)
  await done
}
