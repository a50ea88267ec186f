import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { toFileFormat } from '../../pictures/shape-and-format.ts'
import { findLicenseUrl } from './license-link.ts'

/** A wallpaper for search engines (https://schema.org/ImageObject); what is not known is left out. */
export const toImageObject = (wallpaper: Wallpaper, urls: WallpaperUrls) => {
  const { title, description, width, height, tags, credit, license, createdAt, mainFile } =
    wallpaper
  const format = toFileFormat(mainFile)
  return {
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    name: title,
    url: urls.page(wallpaper),
    contentUrl: urls.full(wallpaper),
    thumbnailUrl: urls.preview(wallpaper),
    acquireLicensePage: urls.page(wallpaper),
    description: description || undefined,
    ...(width && height && { width, height }),
    encodingFormat: format === 'unknown' ? undefined : `image/${format.replace('jpg', 'jpeg')}`,
    keywords: tags.length > 0 ? tags.join(', ') : undefined,
    creditText: credit,
    creator: credit && { '@type': 'Person', name: credit },
    license: license && findLicenseUrl(license),
    dateCreated: createdAt,
  }
}
