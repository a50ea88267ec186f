import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import type { DeckWallpaper } from '../wallpaper/deck.ts'

export const toDeckWallpaper = async (
  found: WallpaperDetail & { catalogue: string },
  { color, light, luminance }: Omit<PreparedImage, 'blob'>,
): Promise<DeckWallpaper> => {
  const { format, focal_point, created_at, file_size, ...wallpaper } = found
  const entry = {
    ...wallpaper,
    color: wallpaper.color ?? color,
    luminance: wallpaper.luminance ?? luminance,
    light,
    focal: toFocalPosition(focal_point),
    terms: '',
  }
  if (!entry.license && !entry.credit_url && !entry.source_url) return entry
  // The web page loads this code (1 kB) only for a picture that needs it.
  const { withTerms } = await import('./license-terms.ts')
  return withTerms(entry)
}

const toFocalPosition = (point: WallpaperDetail['focal_point']): string | null =>
  point && `${toPercent(point.x)} ${toPercent(point.y)}`

const toPercent = (share: number) => `${Math.round(share * 100)}%`
