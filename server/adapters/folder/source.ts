import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createQueue } from '../../../shared/async.ts'
import type { CatalogueFiles, CatalogueSource } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import {
  type FolderLayout,
  type FolderLimits,
  type FolderLimitsOptions,
  findFirstRealFile,
  readFolderLimits,
} from './files.ts'
import { createFolderIndex } from './indexed-folder.ts'
import type { MeasuringOptions } from './measuring.ts'
import { createFolderPictures } from './plain-folder.ts'

type FolderSourceOptions = FolderLimitsOptions &
  Pick<MeasuringOptions, 'cacheDir' | 'log'> &
  Partial<MeasuringOptions>

const defaults = {
  clock: () => Date.now(),
  elapsed: () => performance.now(),
  budgetMs: 1_500,
  readsAgain: true,
  readsEmbeddedFacts: false,
}

export type FolderSource = CatalogueSource & CatalogueFiles & Pick<FolderLayout, 'hashOf'>

/**
 * A catalogue source that reads a folder of pictures. If a folder has many new pictures, a read returns only the
 * pictures that are measured so far, and later reads return more.
 */
export const createFolderSource = (options: FolderSourceOptions): FolderSource => {
  const { folder } = options
  let limits: FolderLimits | undefined
  let indexed: FolderLayout | undefined
  let plain: FolderLayout | undefined
  let current: FolderLayout | undefined
  // Reads of the folder never overlap.
  const inTurn = createQueue()

  const unavailable = (problem: string, cause?: unknown) =>
    new DomainError('CATALOGUE_UNAVAILABLE', `The catalogue folder ${folder} ${problem}`, { cause })

  const chooseLayout = async (): Promise<FolderLayout> => {
    const now = await readFolderLimits(options).catch((cause) => {
      throw unavailable('does not exist or cannot be opened', cause)
    })
    limits = now
    if (await stat(join(now.root, 'index.json')).catch(() => undefined)) {
      await requireAllowed(now)
      indexed ??= createFolderIndex(now, { ...defaults, ...options })
      return indexed
    }
    // An update can remove `index.json` for a moment. The folder must not be read as one without an index meanwhile.
    if (current && current === indexed) throw unavailable('no longer has an index.json')
    plain ??= await createFolderPictures(now, { ...defaults, ...options }).catch((cause) => {
      throw unavailable('waits, because the stored ids of its pictures could not be read', cause)
    })
    return plain
  }

  // A catalogue without its pictures would look as if it worked.
  const requireAllowed = async ({ root, allows, isOwn }: FolderLimits) => {
    for (const name of ['main', 'cache']) {
      const target = await realpath(join(root, name)).catch(() => undefined)
      if (target === undefined || allows(target)) continue
      throw unavailable(
        isOwn(target)
          ? `has a link ${name} to ${target}, which is never followed because it leads to Fresco's own data`
          : `has a link ${name} that leads out of it: to serve ${target}, add it to WALLPAPERS_LINKS`,
      )
    }
  }

  const readNow = async (version: string | undefined, signal: AbortSignal) => {
    signal.throwIfAborted()
    const layout = await chooseLayout()
    const document = await layout.read(version, signal).catch((cause) => {
      if (cause instanceof DomainError || signal.aborted) throw cause
      throw unavailable('could not be read', cause)
    })
    // An `index.json` with an object is not an index, but may be about `index.jpg`.
    if (document?.index[0] !== '{'.charCodeAt(0)) current = layout
    return document
  }
  const read = (version: string | undefined, signal: AbortSignal) =>
    inTurn(() => readNow(version, signal))

  return {
    name: 'folder',
    read,
    hashOf: (path, file) => current?.hashOf(path, file),
    find: async (directory, file) => {
      if (current === undefined)
        await read(undefined, new AbortController().signal).catch(() => undefined)
      return limits && current && findFirstRealFile(limits, current.locate(directory, file))
    },
  }
}
