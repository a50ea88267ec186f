import type { PictureWork } from '../adapters/sharp/picture-work.ts'
import type { MaybePromise } from '../catalogue/snapshot-store.ts'
import type { CatalogueFiles, CatalogueSource } from '../catalogue/source.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../ports.ts'

/** A source of wallpapers. It is opened with an adapter of `adapters/`, and has a line in `open-source.ts`. */
export interface SourceKind {
  /** Names the files that are stored for it. */
  name: string
  /** Returns how the source is opened, or `undefined` if the settings do not name it. */
  choose: (config: Config) => ((deps: SourceDeps) => MaybePromise<OpenedSource>) | undefined
}

export interface SourceDeps {
  dataDir: string
  work?: PictureWork | undefined
  log: Log
}

export interface OpenedSource {
  source: CatalogueSource
  files?: CatalogueFiles
  /** The address of the folders `main/` and `cache/`, if another server sends the files. */
  filesUrl?: string | undefined
  /** Set for the pictures that come with Fresco. They are not shown together with those of other sources. */
  isSample?: boolean
  /** Set if whole picture files may be sent. Otherwise, their metadata is left out, because it may say where they were taken. */
  isPublic?: boolean
  isRemote: boolean
  refreshMs: number
  /** Names the catalogue among those of its kind. The last good copy is stored under it for the next start. */
  settings?: readonly (string | undefined)[]
}
