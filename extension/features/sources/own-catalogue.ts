import type { Random } from '../../../shared/catalogue/draw.ts'
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import { createSearchOf } from '../../../shared/catalogue/row-search.ts'
import { NoWallpapersError, selectWallpapers } from '../../../shared/catalogue/select.ts'
import { readFilters } from '../../../shared/filters.ts'
import { prepareImage } from '../../platform/browser/picture-worker.ts'
import { FetchError } from '../../remote/problem.ts'
import { toOwnChoices, toOwnDetail, toWallpaper } from '../own-pictures/own-picture.ts'
import { type OwnStore, ownStore } from '../own-pictures/own-store.ts'
import type { Source } from './source.ts'

const count = 10

interface OwnDeps {
  store?: Pick<OwnStore, 'list' | 'readImage' | 'readThumbnail'>
  prepare?: typeof prepareImage
  random?: Random
}

/** Pictures are selected and searched by the same rules as on a server. */
export const createOwnCatalogue = ({
  store = ownStore,
  prepare = prepareImage,
  random = Math.random,
}: OwnDeps = {}): Source => {
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
    search: async ({ q, limit }) => {
      const catalogue = await open()
      const { total, hits } = await createSearchOf(catalogue, random).search({
        q,
        limit,
        offset: 0,
      })
      const found = hits.flatMap(({ id }) => catalogue.find(id) ?? [])
      return { total, wallpapers: found.map(toOwnDetail) }
    },
    listChoices: async () => toOwnChoices(await store.list()),
    readPreview: store.readThumbnail,
  }
}
