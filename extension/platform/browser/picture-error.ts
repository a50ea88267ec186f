export type PictureProblem =
  | 'not-a-picture'
  | 'web-page'
  | 'lfs-pointer'
  | 'heic'
  | 'animated'
  | 'damaged'
  | 'too-large'

export class PictureError extends Error {
  override name = 'PictureError'
  code: PictureProblem

  constructor(code: PictureProblem, options?: ErrorOptions) {
    super(`The picture cannot be used: ${code}`, options)
    this.code = code
  }
}
