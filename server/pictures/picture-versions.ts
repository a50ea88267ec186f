export interface FileState {
  size: number
  mtimeMs: number
}

/** Port: gives each picture a version, a short text that changes whenever the content of its file changes. */
export interface PictureVersions {
  /** Returns the version of a file in `main/` if it is already known. Asking makes it known soon. */
  known(mainFile: string): string | undefined
  read(path: string): Promise<string>
  /**
   * Returns the version of a file that was just seen in the state `file`. Returns `undefined` when the file
   * has changed since, or when too many files are waiting to be read.
   */
  readAs(path: string, file: FileState): Promise<string | undefined>
  ofContent(content: Uint8Array): string
}
