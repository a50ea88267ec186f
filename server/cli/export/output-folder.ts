import { hash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isDraft, writeAtomically } from '../../adapters/disk/atomic-files.ts'

type Content = Parameters<typeof writeAtomically>[1]

export class ExportError extends Error {
  override name = 'ExportError'
  code = 'CANNOT_EXPORT' as const
}

const manifestName = '.fresco-export'
const outdated = '-'

export type OutputFolder = Awaited<ReturnType<typeof openOutputFolder>>

/**
 * Opens the folder of an exported site. Its manifest has a line for each file: a key, which names the content, and the
 * path. While an export runs, lines are added at the end, so that a run that was killed loses one file at most.
 * @throws ExportError when the folder holds files that are not of an export
 */
export const openOutputFolder = async (dir: string) => {
  await mkdir(dir, { recursive: true })
  const manifest = join(dir, manifestName)
  const present = await listFiles(dir)
  const noted = await readManifest(manifest)
  if (noted === undefined && present.length > 0)
    throw new ExportError(
      `The folder ${dir} holds files that are not of an export: name an empty folder, or delete them`,
    )
  const keys = new Map(present.flatMap((path) => toEntry(path, noted?.get(path))))
  const wanted = new Set<string>()
  let written = 0
  const note = (key: string, path: string) => appendFileSync(manifest, `${key} ${path}\n`)
  for (const path of present.filter(isDraft)) await rm(join(dir, path))
  appendFileSync(manifest, '')

  /** Makes a file unless it was made from the same `key` before. */
  const put = async (path: string, key: string, make: () => Promise<Content>) => {
    wanted.add(path)
    if (keys.get(path) === key) return
    const content = await make()
    if (keys.has(path)) note(outdated, path)
    await writeAtomically(join(dir, path), content)
    note(key, path)
    keys.set(path, key)
    written += 1
  }
  return {
    put,
    write: (path: string, content: string | Uint8Array) =>
      put(path, hash('sha256', content), async () => content),
    /** Lets `finish` delete files that were made. */
    drop: (paths: readonly string[]) => {
      for (const path of paths) wanted.delete(path)
    },
    /** Deletes the files of earlier exports that this one did not make, and returns what happened to all files. */
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
      return { written, unchanged: keys.size - written, deleted: others.length }
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

// The last line of a killed run may be incomplete, and the last line of a path counts.
const readManifest = async (path: string) => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).matchAll(/^(\S+) (.+)$/gm)
  return new Map([...lines].map(([, key = '', file = '']) => [file, key]))
}

const removeEmpty = async (folder: string, root: string): Promise<void> => {
  if (folder === root) return
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(dirname(folder), root)
}
