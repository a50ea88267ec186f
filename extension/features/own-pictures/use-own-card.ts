import type { OwnCard } from '../settings/catalogue-cards.tsx'
import type { OwnPicture } from './own-picture.ts'
import type { OwnStore } from './own-store.ts'
import { useBlobAddress } from './own-thumbnail.tsx'
import { useOwnPictures } from './use-own-pictures.ts'

/** Lists the stored pictures, or none if the database fails, because the settings must work without it. */
export const listPictures = (store: Pick<OwnStore, 'list'>): Promise<OwnPicture[]> =>
  store.list().catch(() => [])

/** What the card of the own pictures shows. */
export const useOwnCard = (store: OwnStore, initial: readonly OwnPicture[]): OwnCard => {
  const { pictures } = useOwnPictures(store, initial)
  const first = pictures[0]?.id
  const src = useBlobAddress(() => (first ? store.readThumbnail(first) : undefined), [first])
  return { count: pictures.length, src }
}
