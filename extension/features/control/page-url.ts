import type { DeckWallpaper } from '../wallpaper/deck.ts'

/** The wallpaper's own page at its server. */
export const toPageUrl = ({ server, id }: Pick<DeckWallpaper, 'server' | 'id'>): string =>
  `${server}/wallpaper/${encodeURIComponent(id)}`
