import type { FocalPoint } from './focal-point.ts'

/** How a picture is asked for; sizes in pixels. Without `width` and `height` it keeps its own. */
export interface RenditionRequest {
  width?: number | undefined
  height?: number | undefined
  /** `cover` fills the box and crops, `contain` fits inside it; neither enlarges. */
  fit: 'cover' | 'contain'
  format: 'jpeg' | 'webp'
  /** What `cover` crops around; the centre when nothing is known. */
  focalPoint?: FocalPoint | undefined
}

export interface Rendition {
  /** Absolute path of the finished file; the picture itself where the disk did not take it. */
  picture: string | Uint8Array<ArrayBuffer>
  contentType: string
}

/** Port: makes and keeps resized copies of a picture that this server holds. */
export interface Renditions {
  /**
   * @param file absolute path of the original
   * @throws DomainError `BUSY` when too many are being made, `NOT_FOUND` when the file is no picture
   */
  render(file: string, request: RenditionRequest): Promise<Rendition>
}
