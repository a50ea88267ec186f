/** What people say of a picture; what nobody says is not there. */
export interface PictureFacts {
  title?: string | undefined
  description?: string | undefined
  tags?: readonly string[] | undefined
  category?: string | undefined
  credit?: string | undefined
  license?: string | undefined
}
