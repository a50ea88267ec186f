import { hash as digestOf } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { mostRowBytes } from '../../../shared/catalogue/json-rows.ts'
import { toJsonText } from '../../catalogue/json-text.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { isSameState } from '../../pictures/picture-versions.ts'
import type { FolderLayout, FolderLimits } from './files.ts'
import { assignIds } from './ids.ts'
import { createLook } from './look.ts'
import { type MeasuringOptions, openMeasuring } from './measuring.ts'
import { type FolderPicture, toRow, toTags, toTimestamp } from './rows.ts'
import { type PictureFile, type ScannedFolder, scanFolder } from './scan.ts'

export const createFolderPictures = async (
  limits: FolderLimits,
  options: MeasuringOptions,
): Promise<FolderLayout> => {
  const { root } = limits
  const measuring = await openMeasuring(root, options)
  const look = createLook(() => scanFolder(limits), options)
  /** What was looked at when nothing was left to read. */
  let complete: ScannedFolder | undefined
  let document: CatalogueDocument | undefined
  let seen = ''
  let paths: ReadonlyMap<string, string> = new Map()
  let problems: ReadonlyMap<string, string> = new Map()

  const report = (measured: readonly Measured[]) => {
    const found = new Map(
      measured.flatMap(({ path, mtimeMs, problem = toTimeProblem(mtimeMs) }) =>
        problem ? [[path, problem]] : [],
      ),
    )
    for (const [file, reason] of found)
      if (problems.get(file) !== reason)
        options.log.warn({ file, reason }, `${file} is shown without some of its facts: ${reason}`)
    problems = found
  }

  const build = (files: readonly PictureFile[]) => {
    const found = files.flatMap((file) => {
      const known = measuring.find(file)
      return known ? [{ ...file, ...known }] : []
    })
    report(found)
    const measured = options.readsAgain ? found : found.filter(({ problem }) => !problem)
    const pictures = identify(measured, measuring.known)
    paths = toPaths(pictures)
    // A picture whose row cannot be made must not cost the rows of the others.
    const rows = pictures.flatMap((picture) => {
      try {
        return [toRowText(picture, root, paths)]
      } catch (error) {
        measuring.skip(picture.path, error)
        return []
      }
    })
    return toDocument(rows, toTags(pictures))
  }

  return {
    read: async (version, signal) => {
      const scanned = await look(version === undefined)
      if (scanned !== complete || document === undefined) {
        const { worked, left } = await measuring.work(scanned, signal)
        const now = fingerprint(scanned.files)
        if (worked || now !== seen || document === undefined) {
          document = toPart(build(scanned.files), left)
          seen = now
          await measuring.save(scanned)
        }
        complete = worked ? undefined : scanned
      }
      signal.throwIfAborted()
      return document.version === version ? undefined : document
    },
    locate: (folder, file) => {
      const path =
        folder === 'main' ? (paths.get(file) ?? paths.get(file.normalize('NFC'))) : undefined
      return path === undefined ? [] : [join(root, path)]
    },
    hashOf: (path, file) => {
      const known = measuring.known.get(relative(root, path).replaceAll(sep, '/'))
      return known && isSameState(known, file) ? known.hash : undefined
    },
  }
}

const fingerprint = (files: readonly PictureFile[]): string =>
  digestOf(
    'sha256',
    JSON.stringify(files.map(({ path, size, mtimeMs, ctimeMs }) => [path, size, mtimeMs, ctimeMs])),
  )

type Measuring = Awaited<ReturnType<typeof openMeasuring>>
type Measured = PictureFile & NonNullable<ReturnType<Measuring['find']>>
type KnownFiles = Measuring['known']

const identify = (measured: readonly Measured[], known: KnownFiles): FolderPicture[] => {
  const ids = assignIds(measured, known)
  forgetMovedIds(known, ids)
  return measured.map(({ path, size, mtimeMs, measure, facts }) => {
    // biome-ignore lint/style/noNonNullAssertion: the last id that assignIds tries is a hash of the path, which is free
    const id = ids.get(path)!
    const file = known.get(path)
    if (file) file.id = id
    return { id, path, mtimeMs, size, measure, facts }
  })
}

// A picture keeps its id when it moves. If its old path kept the id too, a new file there could claim the same id.
const forgetMovedIds = (files: KnownFiles, ids: ReadonlyMap<string, string>) => {
  const used = new Set(ids.values())
  for (const [path, { id }] of files) {
    if (id !== undefined && !ids.has(path) && used.has(id)) files.delete(path)
  }
}

// Maps paths in requests to paths on disk. A request may use the path on disk or its composed Unicode form (NFC).
const toPaths = (pictures: readonly FolderPicture[]): Map<string, string> => {
  const composed = pictures.map(({ path }) => [path.normalize('NFC'), path] as const)
  return new Map([...composed, ...pictures.map(({ path }) => [path, path] as const)])
}

const toRowText = (
  picture: FolderPicture,
  root: string,
  paths: ReadonlyMap<string, string>,
): string => {
  const composed = picture.path.normalize('NFC')
  // On Linux, two files may have names that differ only in their Unicode form.
  const path = paths.get(composed) === picture.path ? composed : picture.path
  const text = JSON.stringify(toRow({ ...picture, path }, root))
  if (Buffer.byteLength(text) > mostRowBytes)
    throw new Error(`its path and its facts are larger than ${mostRowBytes / 1024} KB`)
  return text
}

const toDocument = (rows: readonly string[], tags: unknown): CatalogueDocument => {
  const index = `[${rows.join(',')}]`
  const version = digestOf('sha256', index + JSON.stringify(tags))
  return {
    version,
    index: [new TextEncoder().encode(index)],
    tags: toJsonText(tags),
    filesUrl: undefined,
  }
}

const toTimeProblem = (mtimeMs: number) =>
  toTimestamp(mtimeMs) === undefined
    ? 'its modification time is outside the years 0 to 9999'
    : undefined

// The number of unmeasured pictures is part of the version. Otherwise a read that has measured more pictures could
// report an unchanged catalogue.
const toPart = (document: CatalogueDocument, left: number): CatalogueDocument =>
  left === 0 ? document : { ...document, version: `${document.version}+${left}`, isPartial: true }
