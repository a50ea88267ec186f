/** The body of an answer that depends on the catalogue alone, made once, in memory that threads share. */
export interface PreparedAnswer {
  /** JSON. */
  readonly body: Uint8Array
  /** Changes whenever the body does; with its quotes. */
  readonly etag: string
  /** The same compressed, where that is worth it and takes no time. */
  readonly gzip: Uint8Array | undefined
  readonly br: Uint8Array | undefined
  /** Worth it, but for the first who asks for it: a server that starts does not wait for it. */
  readonly isCompressedLater: boolean
}

export type PrepareAnswer = (body: Uint8Array) => PreparedAnswer

export interface PreparedAnswers {
  /** The rows of the index as its clients read them, without the rows left out. */
  readonly index: PreparedAnswer
  /** Largest first, then by name. */
  readonly categories: PreparedAnswer
  /** The distinct colours of `tags.json`, in its order (spec §4.5). */
  readonly colors: PreparedAnswer
}
