import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'

/** Port: images with detail, from an image host or from the catalogue's own rows (spec §4.3). */
export interface ImageHost {
  /** As it is called in a sentence: `Failed to fetch wallpapers from …`. */
  name: string
  /**
   * Chooses up to `count` distinct images at random among those that qualify; fewer when fewer do.
   * @throws whatever kept it from reading them; the route has the text for callers
   */
  select(query: HostedQuery): Promise<HostedWallpaper[]>
}
