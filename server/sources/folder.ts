import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFolderSource } from '../adapters/folder/source.ts'
import type { OpenedSource, SourceKind } from './opened-source.ts'

const sampleFolder = fileURLToPath(new URL('../sample', import.meta.url))

/** A folder on this machine. Without WALLPAPERS_DIR, it is the one that comes with Fresco. */
export const folder = {
  name: 'folder',
  choose:
    ({ readsEmbeddedFacts, values }) =>
    ({ dataDir, work, log }): OpenedSource => {
      const { WALLPAPERS_DIR: path, WALLPAPERS_LINKS: linkFolders } = values
      const root = path === undefined ? sampleFolder : resolve(path)
      const source = createFolderSource({
        folder: root,
        linkFolders,
        dataDir,
        cacheDir: join(dataDir, 'pictures'),
        work,
        readsEmbeddedFacts,
        log,
      })
      return {
        source,
        files: source,
        isSample: path === undefined,
        // The pictures that come with Fresco hold no metadata.
        isPublic: path === undefined,
        isRemote: false,
        refreshMs: values.FOLDER_REFRESH_SECONDS * 1000,
        settings: [root],
      }
    },
} satisfies SourceKind
