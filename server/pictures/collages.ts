import type { Rendition } from './renditions.ts'

/** Pixels. */
export interface CollageSize {
  width: number
  height: number
}

/** Port: makes and keeps one JPEG of several pictures. */
export interface Collages {
  /**
   * @param files absolute paths of 1 to 4 originals, the most important first
   * @throws DomainError `BUSY` when too many are being made, `NOT_FOUND` when a file is no picture
   */
  compose(files: readonly string[], size: CollageSize): Promise<Rendition>
}
