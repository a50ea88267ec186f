import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hourMs } from '../../../shared/days.ts'

export type FileContent =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<Uint8Array>

/**
 * Writes a temporary file and renames it. The package `write-file-atomic` 6.0.0 is not used, because on a disk with
 * 64 KB free it reported success for a file with only 65,536 of 100,000 bytes. Its temporary names also collide when
 * two containers share a folder.
 */
export const writeAtomically = async (path: string, content: FileContent): Promise<void> => {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    // Without the flush, the renamed file can be empty after a power cut (ext4 and XFS allocate late).
    await writeFile(draft, content, { flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Renames a file that is complete. Like `writeAtomically`, it flushes the file first. */
export const renameComplete = async (draft: string, path: string): Promise<void> => {
  const file = await open(draft, 'r+')
  await file.sync().finally(() => file.close())
  await rename(draft, path)
}

/** Returns `undefined` if there is no such file. */
export const readIfPresent = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })

export const isDraft = (name: string): boolean => name.endsWith('.tmp')

/**
 * Removes temporary files that a crashed server left in a folder. Temporary files younger than an hour stay, because
 * another server may still be writing them. Never throws.
 */
export const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isDraft)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info?.isFile() && Date.now() - info.mtimeMs > hourMs)
      await rm(path, { force: true }).catch(() => undefined)
  }
}
