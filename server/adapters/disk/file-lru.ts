import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned, isDraft } from './remove-drafts.ts'
import { writeAtomically } from './write-atomically.ts'

/** Files kept by plain names; when they have too many bytes together, those unused for longest go. */
export interface FileLru {
  /** Absolute path of a kept file, which is now the most recently used. */
  find(name: string): Promise<string | undefined>
  /** The file just kept never goes at once, however large it is. */
  keep(name: string, content: Uint8Array): Promise<string>
}

interface FileLruOptions {
  /** Made when it is not there; nothing else may be in it. */
  dir: string
  /** What all files together may have. */
  maxBytes: number
}

/** Bytes by name, least recently used first. */
type Sizes = Map<string, number>

export const createFileLru = ({ dir, maxBytes }: FileLruOptions): FileLru => {
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
    find: async (name) => {
      const sizes = await load()
      const path = join(dir, name)
      const found = await stat(path).catch(() => undefined)
      sizes.delete(name)
      if (!found?.isFile()) return undefined
      sizes.set(name, found.size)
      // The access time carries the order over a restart; the other one is a validator of HTTP.
      await utimes(path, new Date(), found.mtime).catch(() => undefined)
      return path
    },
    keep: async (name, content) => {
      const sizes = await load()
      const path = join(dir, name)
      await writeAtomically(path, content)
      sizes.delete(name)
      sizes.set(name, content.length)
      await evict(sizes, name)
      return path
    },
  }
}

const readSizes = async (dir: string): Promise<Sizes> => {
  await mkdir(dir, { recursive: true })
  const found = await Promise.all((await readdir(dir)).map((name) => inspect(dir, name)))
  const kept = found.filter((file) => file !== undefined)
  return new Map(
    kept.sort((one, other) => one.usedAt - other.usedAt).map(({ name, bytes }) => [name, bytes]),
  )
}

/** Drafts of a process that died are removed, those of a living one left alone. */
const inspect = async (dir: string, name: string) => {
  const info = await stat(join(dir, name)).catch(() => undefined)
  if (!info?.isFile()) return undefined
  if (!isDraft(name)) return { name, bytes: info.size, usedAt: info.atimeMs }
  if (isAbandoned(info)) await rm(join(dir, name), { force: true })
  return undefined
}
