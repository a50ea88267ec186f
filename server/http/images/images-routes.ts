import type { Context, Hono } from 'hono'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { isWallpaperId } from '../../../shared/ids.ts'
import { type ImageQuery, imageQuerySchema } from '../../../shared/image-api.ts'
import { quoted } from '../../../shared/text.ts'
import type { Catalogue, FileFolder } from '../../catalogue/catalogue.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import {
  toCloudinarySteps,
  toCropVersion,
  type WallpaperUrls,
} from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import type { PublicPictures } from '../../pictures/metadata/public-parts.ts'
import type { PictureVersions } from '../../pictures/picture-versions.ts'
import type { RenditionRequest, Renditions } from '../../pictures/renditions.ts'
import { publicRoute } from '../add-route.ts'
import { type Lifetime, sendPicture, versionInTime } from '../answers/send-picture.ts'
import { parseQuery } from '../requests/parse-query.ts'

interface ImagesRoutesDeps {
  snapshot: CurrentSnapshot
  files: CatalogueFiles
  renditions: Renditions
  versions?: PictureVersions | undefined
  publicPictures?: PublicPictures | undefined
}

const previewSide = 600

const preview: RenditionRequest = {
  width: previewSide,
  height: previewSide,
  fit: 'contain',
  format: 'webp',
}

export const addImagesRoutes = (app: Hono, deps: ImagesRoutesDeps) => {
  const { snapshot, files, renditions, versions, publicPictures } = deps
  const sendFile = async (c: Context, folder: FileFolder, file: string) => {
    const stored = await files.find(folder, file)
    if (stored !== undefined) return sendPicture(c, stored, { versions, publicPictures })
    const current = await snapshot()
    const remote = findRemote(current, file)
    if (folder === 'main')
      return remote?.mainFile === file
        ? redirectToFile(c, current.urls.full(remote))
        : notFound(file)
    if (remote?.cacheFile === file) return redirectToFile(c, current.urls.preview(remote))
    const { original } = await findOriginal(current, toStem(file), files)
    return sendPicture(c, await renditions.render(original, preview), { versions })
  }
  publicRoute(app, '/main/:file{.+}', (c) => sendFile(c, 'main', c.req.param('file')))
  publicRoute(app, '/cache/:file{.+}', (c) => sendFile(c, 'cache', c.req.param('file')))

  const sendImage = async (c: Context, name: string, version?: string) => {
    const asked = parseQuery(c, imageQuerySchema)
    const current = await snapshot()
    const { id, format } = readName(current, name)
    const query = { ...asked, format: asked.format ?? format }
    const remote = findRemote(current, id)
    if (remote) return redirectToFile(c, toRemoteUrl(remote, query, current.urls))
    const { original, wallpaper } = await findOriginal(current, id, files)
    const request = toRenditionRequest(query)
    const lifetime = await lifetimeOf(version, { original, wallpaper }, versions)
    if (request === undefined)
      return sendPicture(c, original, { lifetime, versions, publicPictures })
    const { focalPoint } = wallpaper
    const rendition = await renditions.render(original, { ...request, focalPoint })
    return sendPicture(c, rendition, { lifetime, versions })
  }
  publicRoute(app, '/images/:id', (c) => sendImage(c, c.req.param('id')))
  publicRoute(app, '/images/:id/:version', (c) =>
    sendImage(c, c.req.param('id'), c.req.param('version')),
  )
}

const findRemote = ({ catalogue }: CatalogueSnapshot, name: string) => {
  const found = findById(catalogue, name) ?? findById(catalogue, toStem(name))
  return catalogue.filesUrl !== undefined || found?.hosted ? found : undefined
}

const formatsByExtension = { jpg: 'jpeg', webp: 'webp' } as const

// Reads an id, or an id with the extension of a format. The extension of the original asks for the original.
const readName = (
  { catalogue }: CatalogueSnapshot,
  name: string,
): { id: string; format?: 'jpeg' | 'webp' | undefined } => {
  if (findById(catalogue, name) !== undefined) return { id: name }
  const wallpaper = findById(catalogue, toStem(name))
  if (wallpaper === undefined) return { id: name }
  const { id, mainFile } = wallpaper
  const extension = toFileFormat(name)
  if (extension === toFileFormat(mainFile)) return { id }
  return isFormatExtension(extension) ? { id, format: formatsByExtension[extension] } : { id: name }
}

const isFormatExtension = (extension: string): extension is keyof typeof formatsByExtension =>
  Object.hasOwn(formatsByExtension, extension)

const findById = (catalogue: Pick<Catalogue, 'find'>, id: string) =>
  isWallpaperId(id) ? catalogue.find(id) : undefined

const toStem = (file: string) => file.replace(/\.[^.]*$/, '')

const findOriginal = async (
  { catalogue }: CatalogueSnapshot,
  id: string,
  files: CatalogueFiles,
) => {
  const wallpaper = findById(catalogue, id)
  if (!wallpaper) return notFound(id)
  const original = (await files.find('main', wallpaper.mainFile)) ?? notFound(id)
  return { wallpaper, original }
}

// Returns how long caches may keep a picture. An address with an outdated version still delivers the picture, but
// only for a minute, so that caches soon ask again.
const lifetimeOf = async (
  version: string | undefined,
  { original, wallpaper }: { original: string; wallpaper: Wallpaper },
  versions: PictureVersions | undefined,
): Promise<Lifetime> => {
  if (version === undefined) return 'day'
  const current = await versionInTime(versions?.read(original))
  return version === toCropVersion(current, wallpaper.focalPoint) ? 'forever' : 'minute'
}

const notFound = (name: string): never => {
  throw new DomainError('NOT_FOUND', `Picture ${quoted(name)} not found`)
}

const toRenditionRequest = ({ w, h, fit, format }: ImageQuery): RenditionRequest | undefined =>
  w === undefined && h === undefined && format === undefined
    ? undefined
    : { width: w, height: h, fit, format: format ?? 'jpeg' }

/**
 * Returns the address of a picture on another host. If that host can resize, it contains the requested size and
 * format. Otherwise it is the preview if that is large enough, or else the full-size file.
 */
export const toRemoteUrl = (
  wallpaper: Wallpaper,
  query: ImageQuery,
  urls: WallpaperUrls,
): string => {
  const there = urls.atResizer(wallpaper)
  if (there === undefined)
    return isPreviewEnough(wallpaper, query) ? urls.preview(wallpaper) : urls.full(wallpaper)
  const request = toRenditionRequest(query)
  if (request === undefined) return urls.full(wallpaper)
  return `${there.resizer}/${toCloudinarySteps(wallpaper, request)}/${there.path}`
}

const isPreviewEnough = (
  { width, height }: Wallpaper,
  { w, h, fit }: Pick<ImageQuery, 'w' | 'h' | 'fit'>,
): boolean => {
  if (width === undefined || height === undefined) return false
  const scales = [w && w / width, h && h / height].filter((scale) => scale !== undefined)
  if (scales.length === 0) return false
  const asked = fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  return asked <= previewSide / Math.max(width, height)
}

const redirectToFile = (c: Context, url: string) => {
  c.header('Cache-Control', 'public, max-age=300')
  return c.redirect(url, 302)
}
