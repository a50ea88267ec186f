import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import type { Found } from '../sources/source.ts'
import type { DeckWallpaper } from '../wallpaper/deck.ts'

export const toDeckWallpaper = async (
  { beside, ...found }: Found & { catalogue: string },
  image: Omit<PreparedImage, 'blob'>,
): Promise<DeckWallpaper> => {
  if (beside) {
    const one = await toDeckWallpaper(found, image)
    const other = await toDeckWallpaper({ ...beside, catalogue: found.catalogue }, image)
    return { ...one, ...joinTexts(one, other), beside: beside.id }
  }
  const { format, focal_point, created_at, file_size, placeholder, ...wallpaper } = found
  const { light, position } = image
  const isMade = position !== undefined
  const entry = {
    ...wallpaper,
    ...(import.meta.env.WXT_WEB && { created_at }),
    color: (isMade ? null : wallpaper.color) ?? image.color,
    luminance: (isMade ? null : wallpaper.luminance) ?? image.luminance,
    light,
    focal: position ?? toFocalPosition(focal_point),
    beside: '',
    terms: '',
  }
  if (!entry.license && !entry.credit_url && !entry.source_url) return entry
  // The web page loads this code (1 kB) only for a picture that needs it.
  const { withTerms } = await import('./license-terms.ts')
  return withTerms(entry)
}

const joinTexts = (one: DeckWallpaper, other: DeckWallpaper) => {
  const join = (a: string | null, b: string | null, between = ' · ') =>
    [...new Set([a, b])].filter(Boolean).join(between)
  return {
    title: join(one.title, other.title),
    description: join(one.description, other.description, ' '),
    credit: join(one.credit, other.credit) || null,
    license: join(one.license, other.license) || null,
    terms: join(one.terms, other.terms, ' '),
  }
}

const toFocalPosition = (point: WallpaperDetail['focal_point']): string | null =>
  point && `${toPercent(point.x)} ${toPercent(point.y)}`

const toPercent = (share: number) => `${Math.round(share * 100)}%`
