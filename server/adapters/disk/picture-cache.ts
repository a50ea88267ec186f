import { close, open, read } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hourMs } from '../../../shared/days.ts'
import type { FileState, PictureFile } from '../../pictures/picture-versions.ts'
import type { Rendition } from '../../pictures/renditions.ts'
import type { Log } from '../../ports.ts'
import { isDraft, removeDrafts, writeAtomically } from './atomic-files.ts'

interface FileLruOptions {
  /** The cache folder. It must hold nothing but cached pictures, because old files in it are deleted. */
  dir: string
  maxBytes: number
}

// What is known of each cached file by its name, least recently used file first.
type Known = Map<string, FileState & { usedAt: number }>

// The access time on disk is at most this much older than the last use.
const accessedMs = hourMs
// The content of files up to this length is read at once. Sending it takes half the processor time of a stream.
const longestRead = 128 * 1024

export const createFileLru = ({ dir, maxBytes }: FileLruOptions) => {
  let loading: Promise<Known> | undefined
  const load = () => {
    loading ??= inspectAll(dir).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const evict = async (known: Known, except: string) => {
    let total = known.values().reduce((sum, { size }) => sum + size, 0)
    for (const [name, { size }] of known) {
      if (total <= maxBytes) return
      if (name === except) continue
      known.delete(name)
      total -= size
      await rm(join(dir, name), { force: true })
    }
  }

  return {
    has: async (name: string): Promise<boolean> => (await load()).has(name),
    delete: async (name: string): Promise<void> => {
      const known = await load()
      if (known.delete(name)) await rm(join(dir, name), { force: true })
    },
    find: async (name: string): Promise<PictureFile | undefined> => {
      const known = await load()
      const path = join(dir, name)
      const last = known.get(name)
      const content = last && last.size <= longestRead ? await readContent(path, last) : undefined
      const found = content === undefined ? await inspect(path) : last
      known.delete(name)
      if (found === undefined) return undefined
      // The access time of a cached file records within an hour when the file was last used, also across restarts. The
      // modification time stays, because HTTP clients validate their copies with it.
      const now = Date.now()
      const { size, mtimeMs, usedAt } = found
      const isStale = now - usedAt > accessedMs
      known.set(name, { size, mtimeMs, usedAt: isStale ? now : usedAt })
      if (isStale) await utimes(path, new Date(now), new Date(mtimeMs)).catch(() => undefined)
      return { path, size, mtimeMs, content }
    },
    // Stores a file and evicts older files above the limit. The new file stays even if it alone exceeds the limit.
    store: async (
      name: string,
      content: Uint8Array | readonly Uint8Array[],
    ): Promise<PictureFile> => {
      const known = await load()
      const path = join(dir, name)
      await writeAtomically(path, content)
      const { size, mtimeMs } = await stat(path)
      known.delete(name)
      known.set(name, { size, mtimeMs, usedAt: Date.now() })
      await evict(known, name)
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

// A `FileHandle` of `node:fs/promises` would take 8 µs more per file.
const [openFile, readFile, closeFile] = [promisify(open), promisify(read), promisify(close)]

// Returns `undefined` if the file is gone or has another length, because another server shares the folder.
const readContent = async (path: string, { size }: FileState) => {
  const file = await openFile(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const buffer = Buffer.allocUnsafeSlow(size + 1)
    const { bytesRead } = await readFile(file, { buffer })
    return bytesRead === size ? buffer.subarray(0, size) : undefined
  } finally {
    await closeFile(file)
  }
}

const inspectAll = async (dir: string): Promise<Known> => {
  await mkdir(dir, { recursive: true })
  await removeDrafts(dir)
  const names = (await readdir(dir)).filter((name) => !isDraft(name))
  const inspected = await Promise.all(
    names.map(async (name) => ({ name, info: await inspect(join(dir, name)) })),
  )
  const files = inspected.flatMap(({ name, info }) => (info ? [{ name, info }] : []))
  files.sort((one, other) => one.info.usedAt - other.info.usedAt)
  return new Map(files.map(({ name, info }) => [name, info]))
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
