import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '../../../shared/async.ts'
import type { FileState, PictureFile } from '../../catalogue/picture-versions.ts'
import type { Rendition } from '../../catalogue/renditions.ts'
import type { Log } from '../../ports.ts'
import { isDraft, removeDrafts, writeAtomically } from './atomic-files.ts'

interface FileLruOptions {
  /** The cache folder. It must hold nothing but cached pictures, because old files in it are deleted. */
  dir: string
  maxBytes: number
  /** Returns whether a file is in memory, so that nobody has to look at the disk. */
  isInMemory?: ((file: PictureFile) => boolean) | undefined
}

// Most file systems store files in blocks of this size. A thumbnail of 400 bytes takes a whole block.
const blockBytes = 4096
const occupiedBy = ({ size }: FileState) => Math.ceil(size / blockBytes) * blockBytes

export const createFileLru = ({ dir, maxBytes, isInMemory = () => false }: FileLruOptions) => {
  // The facts about each cached file by its name, least recently used file first. After a start, files that have not
  // been used yet are in the order in which they were made.
  const known = new Map<string, FileState>()
  let occupied = 0
  const forget = (name: string) => {
    const file = known.get(name)
    if (file) occupied -= occupiedBy(file)
    known.delete(name)
  }
  const remember = (name: string, file: FileState) => {
    forget(name)
    known.set(name, file)
    occupied += occupiedBy(file)
  }

  let loading: Promise<void> | undefined
  const loadAll = async () => {
    const files = await inspectAll(dir)
    const usedMeanwhile = [...known]
    for (const [name, file] of [...files, ...usedMeanwhile]) remember(name, file)
  }
  const load = () => {
    loading ??= loadAll().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const evict = async (except: string) => {
    for (const name of known.keys()) {
      if (occupied <= maxBytes) return
      if (name === except) continue
      forget(name)
      await rm(join(dir, name), { force: true })
    }
  }

  return {
    find: async (name: string): Promise<PictureFile | undefined> => {
      // The first pictures after a start do not wait until all files are inspected.
      load().catch(() => undefined)
      const path = join(dir, name)
      const last = known.get(name)
      const isKnown = last !== undefined && isInMemory({ path, ...last })
      const found = isKnown ? last : await inspect(path)
      if (found === undefined) {
        forget(name)
        return undefined
      }
      remember(name, found)
      return { path, ...found }
    },
    // Stores a file and evicts older files above the limit. The new file stays even if it alone exceeds the limit.
    store: async (
      name: string,
      content: Uint8Array | readonly Uint8Array[],
    ): Promise<PictureFile> => {
      await load()
      const path = join(dir, name)
      await writeAtomically(path, content)
      const { size, mtimeMs } = await stat(path)
      remember(name, { size, mtimeMs })
      await evict(name)
      return { path, size, mtimeMs }
    },
  }
}

const inspect = async (path: string): Promise<FileState | undefined> => {
  const info = await stat(path).catch(() => undefined)
  // A power cut may have emptied the file.
  return info?.isFile() && info.size > 0 ? { size: info.size, mtimeMs: info.mtimeMs } : undefined
}

// A cache may hold hundreds of thousands of files. Inspecting them all at once would take a gigabyte of memory.
const inspectedAtOnce = 32

const inspectAll = async (dir: string) => {
  await mkdir(dir, { recursive: true })
  await removeDrafts(dir)
  const names = (await readdir(dir)).filter((name) => !isDraft(name))
  const files: [string, FileState][] = []
  const inspectNext = async (name: string) => {
    const file = await inspect(join(dir, name))
    if (file) files.push([name, file])
  }
  await inParallel(names, inspectNext, { width: inspectedAtOnce })
  return files.sort(([, one], [, other]) => one.mtimeMs - other.mtimeMs)
}

export interface PictureCacheOptions extends FileLruOptions {
  log: Log
}

/**
 * A cache of resized pictures that never throws. If the disk is full or fails, `store` returns the picture itself,
 * and the next request resizes the picture again.
 */
export const createPictureCache = ({ log, ...options }: PictureCacheOptions) => {
  const files = createFileLru(options)
  let isFailing = false
  const fail = (err: unknown) => {
    if (!isFailing)
      log.warn(
        { err, dir: options.dir },
        'Resized pictures cannot be cached, so each request makes them again',
      )
    isFailing = true
  }
  return {
    find: (name: string): Promise<PictureFile | undefined> =>
      files.find(name).catch((error) => {
        fail(error)
        return undefined
      }),
    store: async (
      name: string,
      content: Uint8Array<ArrayBuffer>,
    ): Promise<Rendition['picture']> => {
      try {
        const file = await files.store(name, content)
        isFailing = false
        return file
      } catch (error) {
        fail(error)
        return content
      }
    },
  }
}
