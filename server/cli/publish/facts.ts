/** What people say of a picture; what nobody says is not there. */
export interface PictureFacts {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly category?: string | undefined
  readonly credit?: string | undefined
  readonly license?: string | undefined
}
