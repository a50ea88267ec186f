import { FetchError } from '../../remote/problem.ts'
import { type CatalogueKind, kindOf } from '../settings/catalogues.ts'
import type { CatalogueClient, Describe } from './catalogue-client.ts'
import type { ImageClient } from './image-client.ts'

export interface Catalogue extends CatalogueClient, ImageClient {
  describe: Describe
}

/** Sends each call to the catalogue that it is about, by the kind of its name. */
export const createAllCatalogues = (
  byKind: Partial<Record<CatalogueKind, Catalogue>>,
): Catalogue => {
  const of = async (name: string): Promise<Catalogue> => {
    const catalogue = byKind[kindOf(name)]
    if (!catalogue) throw new FetchError({ kind: 'not-a-catalogue' })
    return catalogue
  }
  return {
    find: async (filters, exclude) =>
      (await of(filters.catalogue)).find(filters, exclude).catch(failAsCatalogue),
    describe: async (name, id) => (await of(name)).describe(name, id).catch(failAsCatalogue),
    load: async (wallpaper, screen) => (await of(wallpaper.catalogue)).load(wallpaper, screen),
  }
}

// A top-up takes every other error for one of the deck's database, which would end the top-up of all catalogues.
const failAsCatalogue = (cause: unknown): never => {
  if (cause instanceof FetchError) throw cause
  // A catalogue's database throws only errors of this class.
  const kind = cause instanceof DOMException ? 'storage-full' : 'no-rows'
  throw new FetchError({ kind }, { cause })
}
