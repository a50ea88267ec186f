import { hash } from 'node:crypto'
import type { Hono } from 'hono'
import { inParallel } from '../../../shared/async.ts'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import type { RenditionFile } from '../../../shared/catalogue/wallpaper.ts'
import { encodePath } from '../../../shared/ids.ts'
import { apiErrorSchema } from '../../../shared/service-api.ts'
import { hashFile } from '../../adapters/folder/file-versions.ts'
import type { FolderSource } from '../../adapters/folder/source.ts'
import { openPicture } from '../../adapters/sharp/open-picture.ts'
import { renditionVersion } from '../../adapters/sharp/renditions.ts'
import { toPortableNames } from '../../catalogue/portable-names.ts'
import { toRenditionSize } from '../../catalogue/renditions.ts'
import { cardSize } from '../../catalogue/wallpaper-urls.ts'
import { previewSide } from '../../http/images/images-routes.ts'
import { CommandError } from '../program.ts'
import type { OutputFolder } from './output-folder.ts'
import type { FolderRow } from './read-folder.ts'

type ExportedPicture = Awaited<ReturnType<typeof exportPicture>>

interface PicturesDeps {
  /** A server app whose catalogue is these rows. */
  app: Hono
  source: Pick<FolderSource, 'find' | 'hashOf'>
  output: OutputFolder
  signal: AbortSignal
  onDone: (done: number, total: number) => void
  onSkipped: (file: string, reason: string) => void
}

const atOnce = 4

/** Makes the files of all pictures, and returns the rows that name them. A broken picture is left out. */
export const exportPictures = async (rows: readonly FolderRow[], deps: PicturesDeps) => {
  const pages = toPortableNames(rows.map(({ wallpaper }) => wallpaper.id))
  const exported: (ExportedPicture | undefined)[] = []
  let done = 0
  const failures: unknown[] = []
  const work = async ([at, { row, wallpaper }]: [number, FolderRow]) => {
    const made: string[] = []
    try {
      deps.signal.throwIfAborted()
      const page = pages.get(wallpaper.id) ?? wallpaper.id
      exported[at] = await exportPicture({ row, wallpaper }, page, made, deps)
    } catch (error) {
      if (!(error instanceof SkippedError)) return void failures.push(error)
      deps.output.drop(made)
      deps.onSkipped(wallpaper.mainFile, error.message)
    }
    done += 1
    deps.onDone(done, rows.length)
  }
  await inParallel([...rows.entries()], work, {
    width: atOnce,
    isEnough: () => failures.length > 0,
  })
  if (failures.length > 0) throw failures[0]
  return exported.filter((picture) => picture !== undefined)
}

class SkippedError extends Error {
  override name = 'SkippedError'
}

// The lengths of the longer side: for a small window, Full HD, 1440p and 4K.
const longestSides = [1280, 1920, 2560, 3840]

const exportPicture = async (
  { row, wallpaper }: FolderRow,
  page: string,
  made: string[],
  { app, source, output }: PicturesDeps,
) => {
  const { id, mainFile, cacheFile, focalPoint, license, title } = wallpaper
  const original = await source.find('main', mainFile)
  if (original === undefined) throw new SkippedError('the file is missing')
  const content = source.hashOf(original.path, original) ?? (await hashFile(original.path))
  const make = async (file: string, key: string, url: string) => {
    made.push(file)
    await output.put(file, key, () => fetchPicture(app, url))
    return file
  }
  const size = await readSize(original.path)
  const digest = toDigest(content, renditionVersion)
  const cropDigest = toDigest(
    content,
    renditionVersion,
    license?.forbidsChanges ? 'whole' : focalPoint,
  )
  const image = `/images/${encodeURIComponent(id)}`

  const renditions: RenditionFile[] = []
  for (const side of longestSides.filter((each) => each <= Math.max(size.width, size.height))) {
    const box = { width: side, height: side, fit: 'contain' } as const
    const file = `images/${page}/${digest}-${side}.webp`
    await make(file, digest, `${image}?w=${side}&h=${side}&fit=contain&format=webp`)
    renditions.push({ file, ...toRenditionSize(size, box) })
  }
  const crop = `w=${cardSize.width}&h=${cardSize.height}&format=jpeg`
  const card = await make(`images/${page}/${cropDigest}-card.jpg`, cropDigest, `${image}?${crop}`)
  const preview = cacheFile === '' ? undefined : await source.find('cache', cacheFile)
  const previewDigest = preview === undefined ? digest : await hashFile(preview.path)
  const previewUrl =
    preview === undefined
      ? `${image}?w=${previewSide}&h=${previewSide}&fit=contain&format=webp`
      : `/cache/${encodePath(cacheFile)}`
  const files = {
    file_main_name: `${page}.${toFileFormat(mainFile)}`,
    file_cache_name: `${page}.${preview === undefined ? 'webp' : toFileFormat(cacheFile)}`,
  }
  await make(`cache/${files.file_cache_name}`, previewDigest, previewUrl)
  const main = await make(`main/${files.file_main_name}`, content, `/main/${encodePath(mainFile)}`)
  const known = { ...(wallpaper.width === undefined && size) }
  const file_size = await output.sizeOf(main)
  // Its title may come from folders that the exported file is not in.
  return { row: { ...row, title, ...known, ...files, file_size, renditions }, id, card }
}

const readSize = async (file: string) => {
  try {
    return (await (await openPicture(file)).metadata()).autoOrient
  } catch (cause) {
    throw new SkippedError('the file could not be opened as a picture', { cause })
  }
}

const toDigest = (...parts: readonly unknown[]) =>
  hash('sha256', JSON.stringify(parts)).slice(0, 10)

const fetchPicture = async (app: Hono, url: string) => {
  const response = await app.request(url)
  if (response.ok && response.body) return response.body
  const { data } = apiErrorSchema.safeParse(await response.json())
  const reason = data?.error ?? `the server app answered with status ${response.status}`
  if (response.status === 404) throw new SkippedError(reason)
  throw new CommandError(`The picture ${url} could not be exported: ${reason}`)
}
