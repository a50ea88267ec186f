import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'

/** Port: images with detail, from an image host or from the catalogue's own rows (spec §4.3). */
export interface ImageHost {
  readonly name: string
  /**
   * Chooses up to `count` distinct images at random among those that qualify; fewer when fewer do.
   * @throws DomainError `IMAGE_HOST_UNAVAILABLE`
   */
  select(query: HostedQuery): Promise<HostedWallpaper[]>
}
