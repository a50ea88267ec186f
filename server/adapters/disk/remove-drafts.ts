import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A draft this old has no process any more that will finish it. */
const abandonedAfterMs = 3_600_000

export const isDraft = (name: string): boolean => name.endsWith('.tmp')

/** Of a living process is a draft that was just written: another server may have the same folder. */
export const isAbandoned = ({ mtimeMs }: { mtimeMs: number }, now = Date.now()): boolean =>
  now - mtimeMs > abandonedAfterMs

/** Removes the drafts that processes left in a folder when they died. It never throws: they only cost space. */
export const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isDraft)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info?.isFile() && isAbandoned(info)) await rm(path, { force: true }).catch(() => undefined)
  }
}
