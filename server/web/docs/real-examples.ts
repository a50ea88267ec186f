import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'

/**
 * The document with a wallpaper that this server has where it speaks of one of the default
 * catalogue, so that every example can be tried.
 */
export const withRealExamples = (
  document: OpenApiDocument,
  wallpaper: Pick<Wallpaper, 'id' | 'mainFile' | 'cacheFile'> | undefined,
): OpenApiDocument => {
  if (wallpaper === undefined) return document
  const { id, mainFile, cacheFile } = wallpaper
  const replaced: Readonly<Record<string, string>> = {
    'alpine-dawn': id,
    'alpine-dawn.jpg': mainFile,
    'alpine-dawn.webp': cacheFile || `${id}.webp`,
  }
  const text = JSON.stringify(document, (key, value) =>
    key === 'example' && typeof value === 'string' ? (replaced[value] ?? value) : value,
  )
  return JSON.parse(text)
}
