import type { Random } from '../../../shared/catalogue/draw.ts'
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import { NoWallpapersError, selectWallpapers } from '../../../shared/catalogue/select.ts'
import { readFilters } from '../../../shared/filters.ts'
import { prepareImage } from '../../platform/browser/picture-worker.ts'
import { FetchError } from '../../remote/problem.ts'
import { own } from '../settings/catalogues.ts'
import type { Catalogue } from '../supply/all-catalogues.ts'
import { dropWhere } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import { toOwnDetail, toWallpaper } from './own-picture.ts'
import { type OwnStore, ownStore } from './own-store.ts'

const count = 10

interface OwnPicturesDeps {
  store?: Pick<OwnStore, 'list' | 'readImage'>
  prepare?: typeof prepareImage
  random?: Random
}

/** The person's own pictures as a catalogue. Pictures are selected by the same rules as on a server. */
export const createOwnPictures = ({
  store = ownStore,
  prepare = prepareImage,
  random = Math.random,
}: OwnPicturesDeps = {}): Catalogue => {
  const open = async () => createRowCatalogue((await store.list()).map(toWallpaper))
  return {
    find: async (filters, exclude) => {
      const catalogue = await open()
      try {
        const request = { ...readFilters((name) => filters[name]), count, exclude }
        const { rows } = selectWallpapers(catalogue, request, random)
        return rows.map((row) => toOwnDetail(catalogue.at(row)))
      } catch (error) {
        if (error instanceof NoWallpapersError) return []
        throw error
      }
    },
    describe: async (_name, id) => {
      const found = (await open()).find(id)
      return found && toOwnDetail(found)
    },
    load: async ({ id }, screen) => {
      const image = await store.readImage(id)
      if (!image) throw new FetchError({ kind: 'no-pictures' })
      return prepare(image, screen)
    },
  }
}

interface RemoveDeps {
  store: Pick<OwnStore, 'remove'>
  deckStore: Pick<DeckStore, 'update'>
}

/** Deletes own pictures from the store, and from the deck's upcoming and earlier wallpapers. */
export const removePictures = async (
  ids: readonly string[],
  { store, deckStore }: RemoveDeps,
): Promise<void> => {
  const removed = new Set(ids)
  await store.remove(ids)
  await deckStore.update((deck) =>
    dropWhere(deck, ({ catalogue, id }) => catalogue === own && removed.has(id)),
  )
}
