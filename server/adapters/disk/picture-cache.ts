import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rendition } from '../../pictures/renditions.ts'
import type { Log } from '../../ports.ts'
import { isDraft, removeDrafts, writeAtomically } from './atomic-files.ts'

interface FileLruOptions {
  /** The cache folder. It must hold nothing but cached pictures, because old files in it are deleted. */
  dir: string
  maxBytes: number
}

// The size in bytes of each cached file by its name, least recently used file first.
type Sizes = Map<string, number>

const accessedMs = 3_600_000

export const createFileLru = ({ dir, maxBytes }: FileLruOptions) => {
  let loading: Promise<Sizes> | undefined
  const load = () => {
    loading ??= readSizes(dir).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const evict = async (sizes: Sizes, except: string) => {
    let total = sizes.values().reduce((sum, bytes) => sum + bytes, 0)
    for (const [name, bytes] of sizes) {
      if (total <= maxBytes) return
      if (name === except) continue
      sizes.delete(name)
      total -= bytes
      await rm(join(dir, name), { force: true })
    }
  }

  return {
    find: async (name: string): Promise<string | undefined> => {
      const sizes = await load()
      const path = join(dir, name)
      const found = await stat(path).catch(() => undefined)
      sizes.delete(name)
      if (!found?.isFile()) return undefined
      sizes.set(name, found.size)
      // The access time of a cached file records within an hour when the file was last used, also across restarts. The
      // modification time stays, because HTTP clients validate their copies with it.
      const now = Date.now()
      if (now - found.atimeMs > accessedMs)
        await utimes(path, new Date(now), found.mtime).catch(() => undefined)
      return path
    },
    // Stores a file and evicts older files above the limit. The new file stays even if it alone exceeds the limit.
    store: async (name: string, content: Uint8Array | readonly Uint8Array[]): Promise<string> => {
      const pieces = content instanceof Uint8Array ? [content] : content
      const sizes = await load()
      const path = join(dir, name)
      await writeAtomically(path, pieces)
      sizes.delete(name)
      sizes.set(name, sumBytes(pieces))
      await evict(sizes, name)
      return path
    },
  }
}

const sumBytes = (pieces: readonly Uint8Array[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0)

const readSizes = async (dir: string): Promise<Sizes> => {
  await mkdir(dir, { recursive: true })
  await removeDrafts(dir)
  const names = (await readdir(dir)).filter((name) => !isDraft(name))
  const inspect = async (name: string) => {
    const info = await stat(join(dir, name)).catch(() => undefined)
    return info?.isFile() ? [{ name, bytes: info.size, usedAt: info.atimeMs }] : []
  }
  const files = (await Promise.all(names.map(inspect))).flat()
  files.sort((one, other) => one.usedAt - other.usedAt)
  return new Map(files.map(({ name, bytes }) => [name, bytes]))
}

/**
 * A cache of resized pictures that never throws. If the disk is full or fails, `store` returns the picture itself,
 * and the next request resizes the picture again.
 */
export const createPictureCache = ({ log, ...options }: FileLruOptions & { log: Log }) => {
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
    find: (name: string): Promise<string | undefined> =>
      files.find(name).catch((error) => {
        fail(error)
        return undefined
      }),
    store: async (
      name: string,
      content: Uint8Array<ArrayBuffer>,
    ): Promise<Rendition['picture']> => {
      try {
        const path = await files.store(name, content)
        isFailing = false
        return path
      } catch (error) {
        fail(error)
        return content
      }
    },
  }
}
