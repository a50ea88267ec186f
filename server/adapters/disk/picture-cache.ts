import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '../../../shared/async.ts'
import { hourMs } from '../../../shared/days.ts'
import type { FileState, PictureFile } from '../../catalogue/picture-versions.ts'
import type { Rendition } from '../../catalogue/renditions.ts'
import type { Log } from '../../ports.ts'
import { isDraft, removeDrafts, writeAtomically } from './atomic-files.ts'

interface FileLruOptions {
  /** The cache folder. It must hold nothing but cached pictures, because old files in it are deleted. */
  dir: string
  maxBytes: number
  /** Tells whether a file is in memory, so that nobody has to look at the disk. */
  isInMemory?: ((file: PictureFile) => boolean) | undefined
}

type CachedFile = FileState & { usedAt: number }

// Most file systems store files in blocks of this size. A thumbnail of 400 bytes takes a whole block.
const blockBytes = 4096
const occupiedBy = ({ size }: FileState) => Math.ceil(size / blockBytes) * blockBytes

// The access time on disk is at most this much older than the last use.
const accessedMs = hourMs

export const createFileLru = ({ dir, maxBytes, isInMemory = () => false }: FileLruOptions) => {
  // What is known of each cached file by its name, least recently used file first.
  const known = new Map<string, CachedFile>()
  let occupied = 0
  const forget = (name: string) => {
    const file = known.get(name)
    if (file) occupied -= occupiedBy(file)
    return known.delete(name)
  }
  const remember = (name: string, file: CachedFile) => {
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
    has: async (name: string): Promise<boolean> => {
      await load()
      return known.has(name)
    },
    delete: async (name: string): Promise<void> => {
      await load()
      if (forget(name)) await rm(join(dir, name), { force: true })
    },
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
      // The access time of a cached file records within an hour when the file was last used, also across restarts. The
      // modification time stays, because HTTP clients validate their copies with it.
      const now = Date.now()
      const { size, mtimeMs } = found
      const { usedAt } = last ?? found
      const isStale = now - usedAt > accessedMs
      remember(name, { size, mtimeMs, usedAt: isStale ? now : usedAt })
      if (isStale) await utimes(path, new Date(now), new Date(mtimeMs)).catch(() => undefined)
      return { path, size, mtimeMs }
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
      remember(name, { size, mtimeMs, usedAt: Date.now() })
      await evict(name)
      return { path, size, mtimeMs }
    },
  }
}

const inspect = async (path: string) => {
  const info = await stat(path).catch(() => undefined)
  // A power cut may have emptied the file.
  if (!info?.isFile() || info.size === 0) return undefined
  const { size, mtimeMs, atimeMs: usedAt } = info
  return { size, mtimeMs, usedAt }
}

// A cache may hold hundreds of thousands of files. Inspecting them all at once would take a gigabyte of memory.
const inspectedAtOnce = 32

const inspectAll = async (dir: string) => {
  await mkdir(dir, { recursive: true })
  await removeDrafts(dir)
  const names = (await readdir(dir)).filter((name) => !isDraft(name))
  const files: [string, CachedFile][] = []
  const inspectNext = async (name: string) => {
    const file = await inspect(join(dir, name))
    if (file) files.push([name, file])
  }
  await inParallel(names, inspectNext, { width: inspectedAtOnce })
  return files.sort(([, one], [, other]) => one.usedAt - other.usedAt)
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
