/** Equal states mean equal content. Programs can set the modification time, but not the change time. */
export interface FileState {
  size: number
  mtimeMs: number
  /**
   * Also changes with the permissions of the file. `undefined` for the server's own caches, which set the times
   * themselves.
   */
  ctimeMs?: number | undefined
}

export const isSameState = (one: FileState, other: FileState): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs

export interface PictureFile extends FileState {
  /** The absolute path. */
  path: string
}

/** Port: gives each picture a version, a short text that changes whenever the content of its file changes. */
export interface PictureVersions {
  /**
   * Returns the version of a file in `main/` if the version is already known. Otherwise returns `undefined` and
   * computes the version in the background for later calls.
   */
  known(mainFile: string): string | undefined
  /**
   * Returns the version of a picture file whose size and time the caller has just read. The version is `undefined`
   * when the file has changed since then, or when too many files are waiting to be hashed. It is returned without a
   * promise when it is already known.
   */
  read(file: PictureFile): string | undefined | Promise<string | undefined>
  ofContent(content: Uint8Array): string
}
