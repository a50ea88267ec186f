import { toCategoryLabel } from '../features/settings/filter-labels.ts'
import type { Shown } from '../features/wallpaper/first-paint.ts'
import { textLocale } from '../platform/browser/texts.ts'

/** Names the picture, its category, the month in which it was taken or else added, its place, author and license. */
export const toCaption = (shown: Shown): string => {
  if (shown?.kind !== 'catalogue') return shown?.wallpaper.title ?? ''
  const { title, category, taken_on, created_at, place, credit, license, beside } = shown.wallpaper
  const month = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const time = taken_on ?? created_at
  const date = time && new Date(time).toLocaleDateString(textLocale(), month)
  // For a pair, only the titles and the authors are known.
  const about = beside ? [] : [toCategoryLabel(category), date, place]
  const parts = [...new Set([title, ...about, credit, license])].filter(Boolean)
  // Isolated, each part runs in its own direction.
  return parts.map((part) => `\u2068${part}\u2069`).join(' · ')
}
