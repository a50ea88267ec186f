/** The body of an answer that depends on the catalogue alone, made once, in memory that threads share. */
export interface PreparedAnswer {
  /** JSON. */
  body: Uint8Array
  /** Changes whenever the body does; with its quotes. */
  etag: string
  /** The same compressed, where that is worth it and takes no time. */
  gzip: Uint8Array | undefined
  br: Uint8Array | undefined
  /** Worth it, but for the first who asks for it: a server that starts does not wait for it. */
  isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  /** The rows of the index as its clients read them, without the rows left out. */
  index: PreparedAnswer
  /** Largest first, then by name. */
  categories: PreparedAnswer
  /** The distinct colors of `tags.json`, in its order (spec §4.5). */
  colors: PreparedAnswer
}
