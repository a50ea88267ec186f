/** What shows that a file has changed. */
export interface FileState {
  /** Bytes. */
  size: number
  mtimeMs: number
}

/** Port: a short text for each picture that changes whenever its file does. */
export interface PictureVersions {
  /** What is known of a file of `main/` at this moment, without waiting: at first nothing is. */
  known(mainFile: string): string | undefined
  /**
   * @param path absolute path of the file
   * @throws when there is no such file
   */
  read(path: string): Promise<string>
  /**
   * The same of any picture that was just found to be `file`; `undefined` when it has changed since,
   * or too many wait to be read.
   */
  readAs(path: string, file: FileState): Promise<string | undefined>
  /** The same of what is in memory: as a file with this content has. */
  ofContent(content: Uint8Array): string
}
