import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import type { BuildCatalogue } from '../catalogue/build-catalogue.ts'

export type FindImage = (id: string) => Wallpaper | undefined

/**
 * Builds catalogues that also find the images of an image host, so that a favorite that was listed by
 * `/api/random-wallpapers` has a page, details and a picture. An id names a wallpaper of the catalogue first,
 * then an image, and last a wallpaper whose file has this name.
 */
export const withHostedImages =
  (build: BuildCatalogue, findImage: FindImage): BuildCatalogue =>
  async (document, signal) => {
    const built = await build(document, signal)
    const { find, idOf } = built.catalogue
    const catalogue = {
      ...built.catalogue,
      find: (text: string) => {
        const found = find(text)
        return found?.id === text ? found : (findImage(text) ?? found)
      },
      idOf: (text: string) => {
        const id = idOf(text)
        return id === text ? id : (findImage(text)?.id ?? id)
      },
    }
    return { ...built, catalogue }
  }
