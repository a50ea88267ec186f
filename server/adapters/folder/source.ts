import { access, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueFiles, CatalogueSource } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import type { Log } from '../../ports.ts'
import type { FolderLayout } from './files.ts'
import { createFolderIndex } from './indexed-folder.ts'
import { createFolderPictures } from './plain-folder.ts'
import { realFileInside } from './scan.ts'

interface FolderSourceOptions {
  folder: string
  cacheDir: string
  log: Log
  clock?: () => number
  measureBudgetMs?: number
}

type FolderSource = CatalogueSource & CatalogueFiles & Required<Pick<FolderLayout, 'hashOf'>>

/**
 * Reads a catalogue from a folder with an `index.json`, or from a folder of plain pictures. A read that finds
 * many new pictures returns those that are measured so far. Later reads continue.
 */
export const createFolderSource = ({
  folder,
  cacheDir,
  log,
  clock = Date.now,
  measureBudgetMs = 1_500,
}: FolderSourceOptions): FolderSource => {
  let root = ''
  let indexed: FolderLayout | undefined
  let plain: FolderLayout | undefined
  let current: FolderLayout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const chooseLayout = async (): Promise<FolderLayout> => {
    root = await realpath(folder).catch((cause) => throwMissing(folder, cause))
    if (await exists(join(root, 'index.json'))) {
      indexed ??= createFolderIndex({ root })
      return indexed
    }
    if (indexed !== undefined) return throwIndexGone(folder)
    plain ??= await createFolderPictures({ root, cacheDir, log, clock, budgetMs: measureBudgetMs })
    return plain
  }

  const readNow = async (version: string | undefined, signal: AbortSignal) => {
    signal.throwIfAborted()
    const layout = await chooseLayout()
    const document = await layout
      .read(version, signal)
      .catch((cause) => throwUnreadable(folder, cause))
    current = layout
    return document
  }
  // A read begins when the previous read has ended or failed.
  const readInTurn = (version: string | undefined, signal: AbortSignal) => {
    const reading = last.then(() => readNow(version, signal))
    last = reading.catch(() => undefined)
    return reading
  }

  return {
    name: 'folder',
    read: readInTurn,
    hashOf: (path, file) => current?.hashOf?.(path, file),
    find: async (directory, file) => {
      if (current === undefined)
        await readInTurn(undefined, new AbortController().signal).catch(() => undefined)
      if (current === undefined) return undefined
      const holder = await realpath(current.folderOf(directory)).catch(() => root)
      for (const path of current.locate(directory, file)) {
        const found = await realFileInside([root, holder], path)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const throwMissing = (folder: string, cause: unknown): never => {
  throw new DomainError(
    'CATALOGUE_UNAVAILABLE',
    `The catalogue folder ${folder} does not exist or cannot be opened`,
    {
      cause,
    },
  )
}

// An update can remove the index for a moment. The folder must not turn into a plain folder meanwhile.
const throwIndexGone = (folder: string): never => {
  throw new DomainError(
    'CATALOGUE_UNAVAILABLE',
    `The catalogue folder ${folder} no longer has an index.json`,
  )
}

const throwUnreadable = (folder: string, cause: unknown): never => {
  if (cause instanceof DomainError) throw cause
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  const text = `The catalogue folder ${folder} could not be read`
  throw new DomainError('CATALOGUE_UNAVAILABLE', text, { cause })
}
