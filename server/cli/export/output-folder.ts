import { hash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import {
  type FileContent,
  isDraft,
  readIfPresent,
  writeAtomically,
} from '../../adapters/disk/atomic-files.ts'
import { CommandError } from '../program.ts'

const manifestName = '.fresco-export'
const outdated = '-'

export type OutputFolder = Awaited<ReturnType<typeof openOutputFolder>>

/**
 * Opens the folder of an exported site. Its manifest has a line for each file, with the path and a key that changes with
 * the content. A line is added as soon as a file is finished, so a killed run loses only the files that it was writing.
 * @throws CommandError when the folder has files but no manifest
 */
export const openOutputFolder = async (dir: string) => {
  await mkdir(dir, { recursive: true })
  const manifest = join(dir, manifestName)
  const present = await listFiles(dir)
  const noted = await readManifest(manifest)
  if (noted === undefined && present.length > 0)
    throw new CommandError(
      `The folder ${dir} has files that no export wrote: choose an empty folder, or delete them`,
    )
  const keys = new Map(present.flatMap((path) => toEntry(path, noted?.get(path))))
  const wanted = new Set<string>()
  const written = new Set<string>()
  const note = (key: string, path: string) => appendFileSync(manifest, `${key} ${path}\n`)
  for (const path of present.filter(isDraft)) await rm(join(dir, path))
  appendFileSync(manifest, '')

  /** Makes a file unless it was made from the same `key` before. */
  const put = async (path: string, key: string, make: () => Promise<FileContent>) => {
    wanted.add(path)
    // A power cut may have emptied a file that the manifest calls finished.
    if (keys.get(path) === key && (await stat(join(dir, path))).size > 0) return
    const content = await make()
    if (keys.has(path)) note(outdated, path)
    await writeAtomically(join(dir, path), content)
    note(key, path)
    keys.set(path, key)
    written.add(path)
  }
  return {
    put,
    write: (path: string, content: string | Uint8Array) =>
      put(path, hash('sha256', content), async () => content),
    /** Returns the size in bytes of a file that this run has made. */
    sizeOf: async (path: string) => (await stat(join(dir, path))).size,
    /** Marks files that this run has made as unneeded, so that `finish` deletes them. */
    drop: (paths: readonly string[]) => {
      for (const path of paths) {
        wanted.delete(path)
        written.delete(path)
      }
    },
    /** Deletes files of earlier exports that are no longer needed, and counts what has changed. */
    finish: async () => {
      const others = [...keys.keys()].filter((path) => !wanted.has(path))
      for (const path of others) {
        await rm(join(dir, path), { force: true })
        note(outdated, path)
        keys.delete(path)
        await removeEmpty(dirname(join(dir, path)), dir)
      }
      const lines = [...keys].map(([path, key]) => `${key} ${path}\n`)
      await writeAtomically(manifest, lines.sort().join(''))
      return { written: written.size, unchanged: keys.size - written.size, deleted: others.length }
    },
  }
}

const toEntry = (path: string, key: string | undefined) =>
  key === undefined || key === outdated ? [] : [[path, key] as const]

const listFiles = async (dir: string) => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => path !== manifestName)
}

// Ignores an incomplete last line, which a killed run may leave. If a path has several lines, the last one is valid.
const readManifest = async (path: string) => {
  const text = (await readIfPresent(path))?.toString()
  if (text === undefined) return undefined
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).matchAll(/^(\S+) (.+)$/gm)
  return new Map([...lines].map(([, key = '', file = '']) => [file, key]))
}

const removeEmpty = async (folder: string, root: string): Promise<void> => {
  const isRemoved = folder !== root && (await rmdir(folder).catch(() => 'not empty')) === undefined
  if (isRemoved) await removeEmpty(dirname(folder), root)
}
