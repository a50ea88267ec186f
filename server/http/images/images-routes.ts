import type { Context, Hono } from 'hono'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { isIndexedPictureName, withoutPictureExtension } from '../../../shared/file-names.ts'
import { type ImageQuery, imageQuerySchema } from '../../../shared/image-api.ts'
import { quoted } from '../../../shared/text.ts'
import type { Catalogue, FileFolder } from '../../catalogue/catalogue.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { PictureFile, PictureVersions } from '../../catalogue/picture-versions.ts'
import {
  type Collages,
  cropAsAllowed,
  type RenditionRequest,
  type Renditions,
} from '../../catalogue/renditions.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import {
  toCloudinarySteps,
  toCropVersion,
  type WallpaperUrls,
} from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import type { PublicPictures } from '../../metadata/public-parts.ts'
import { setPublicHeaders } from '../answers/headers.ts'
import {
  type Lifetime,
  type SendOptions,
  sendPicture,
  versionInTime,
} from '../answers/send-picture.ts'
import { busy, bytes, empty, otherVersion, refusal } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'

export interface Pictures {
  files: CatalogueFiles
  /** Copies of the pictures of a catalogue whose files are on another host. */
  remoteFiles?: CatalogueFiles | undefined
  renditions: Renditions
  collages?: Collages | undefined
  versions?: PictureVersions | undefined
  publicPictures?: PublicPictures | undefined
  hot?: SendOptions['hot']
  findAtProxy?: SendOptions['findAtProxy']
}

interface ImagesRoutesDeps {
  snapshot: CurrentSnapshot
  pictures: Pictures
}

/** The longer side of a preview that is made from the original. */
export const previewSide = 600

const preview: RenditionRequest = {
  width: previewSide,
  height: previewSide,
  fit: 'contain',
  format: 'webp',
}

export const addImagesRoutes = (app: Hono, { snapshot, pictures }: ImagesRoutesDeps) => {
  const quick = routesOf(app, 'Pictures', 'quick')
  const { files, renditions, versions } = pictures
  const sendFile = async (c: Context, folder: FileFolder, file: string) => {
    const stored = await files.find(folder, file)
    if (stored !== undefined) return sendPicture(c, stored, pictures)
    const current = await snapshot()
    const remote = findRemote(current, file)
    if (folder === 'main')
      return remote?.mainFile.normalize('NFC') === file.normalize('NFC')
        ? redirectToFile(c, current.urls.full(remote))
        : notFound(file)
    if (remote?.cacheFile === file) return redirectToFile(c, current.urls.preview(remote))
    const stem = withoutPictureExtension(file)
    // The preview of a wallpaper is `{id}.webp`, even if another wallpaper's file has this name.
    const wallpaper =
      findExact(current.catalogue, stem) ?? current.catalogue.find(file) ?? notFound(stem)
    const original = await findOriginal(wallpaper)
    return sendPicture(c, await renditions.render(original, preview), pictures)
  }
  const findOriginal = async ({ id, mainFile }: Wallpaper) =>
    (await files.find('main', mainFile)) ?? notFound(id)
  const sendImage = async (c: Context, asked: ImageQuery) => {
    const { id: name = '', version } = c.req.param()
    const { catalogue, urls } = await snapshot()
    const { wallpaper, format } = findNamed(catalogue, name) ?? notFound(name)
    const isRemote = catalogue.filesUrl !== undefined || wallpaper.hosted !== undefined
    if (format === undefined && !isRemote)
      notFound(name, ': expected jpg or webp, or the extension of the original')
    const query = { ...asked, format: asked.format ?? (format === 'original' ? undefined : format) }
    if (isRemote) return redirectToFile(c, toRemoteUrl(wallpaper, query, urls))
    const original = await findOriginal(wallpaper)
    const request = toRenditionRequest(query)
    const lifetime = await lifetimeOf(version, { original, wallpaper }, versions)
    const picture = request
      ? await renditions.render(original, cropAsAllowed(wallpaper, request))
      : original
    return sendPicture(c, picture, { ...pictures, lifetime })
  }
  const sized = { query: imageQuerySchema, answers: sentFile } as const
  quick.get('/images/:id', {
    ...sized,
    id: 'getImage',
    summary: 'A picture at any size',
    text: 'Without a size or format, the response is the original file. `.jpg` or `.webp` after the id asks for that format. Sizes are exact, but pictures are never enlarged: an original that is too small to fill the box gives a smaller picture of the same shape.',
    handler: (c, readQuery) => sendImage(c, readQuery(c)),
  })
  quick.get('/images/:id/:version', {
    ...sized,
    id: 'getImageVersion',
    summary: 'A picture at any size, cached forever',
    text: 'Returns the same picture as `/images/{id}`. The address contains the version of the picture, so caches may keep the response forever. `image_url` is such an address if the server knows the version.',
    handler: (c, readQuery) => sendImage(c, readQuery(c)),
  })

  quick.get('/main/:file{.+}', {
    id: 'getMainFile',
    summary: 'The full-resolution file',
    text: 'Returns the original file. Its address is `url` wherever wallpapers are listed.',
    answers: sentFile,
    handler: (c) => sendFile(c, 'main', c.req.param('file')),
  })
  quick.get('/cache/:file{.+}', {
    id: 'getPreviewFile',
    summary: 'The preview file',
    text: 'Returns a preview that is about 600 pixels wide. If the catalogue has no preview of the wallpaper, the server makes one.',
    answers: sentFile,
    handler: (c) => sendFile(c, 'cache', c.req.param('file')),
  })
}

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const fileHeaders = ['ETag', 'Modified', 'Ranges', 'EverySite'] as const

const sentFile = {
  200: bytes('The picture.', types, fileHeaders),
  206: bytes('The part of the picture that the `Range` header asks for.', types, [
    ...fileHeaders,
    'Range',
  ]),
  302: empty(
    'The picture is on another host. At Cloudinary, the address includes the requested size.',
    ['Location'],
  ),
  304: empty('The picture has not changed since the response with this ETag.', fileHeaders),
  404: refusal(
    'There is no such picture, or the server cannot open it as a picture.',
    "Picture 'nowhere' not found",
  ),
  412: otherVersion(fileHeaders),
  416: refusal(
    'The picture does not have the requested range.',
    "Invalid range 'bytes=9-': the picture has 5 bytes",
    [...fileHeaders, 'Range'],
  ),
  503: busy('Too many pictures are being resized: try again in a moment'),
}

const findRemote = ({ catalogue }: CatalogueSnapshot, name: string) => {
  const found = catalogue.find(name)
  return catalogue.filesUrl !== undefined || found?.hosted ? found : undefined
}

const formats: Readonly<Record<string, 'jpeg' | 'webp'>> = { jpg: 'jpeg', webp: 'webp' }

/**
 * Reads an id, the name of a file, or an id with the extension of a format. The extension of the original asks for the
 * original. `format` is `undefined` if pictures are not made in the format of the extension.
 */
export const findNamed = (catalogue: Catalogue, name: string) => {
  const wallpaper = catalogue.find(name)
  if (wallpaper === undefined) return undefined
  const extension = toFileFormat(name)
  const isOriginal =
    !isIndexedPictureName(name) ||
    wallpaper.id === name ||
    extension === toFileFormat(wallpaper.mainFile)
  const format = isOriginal ? ('original' as const) : formats[extension]
  return { wallpaper, format }
}

const findExact = (catalogue: Catalogue, id: string) => {
  const found = catalogue.find(id)
  return found?.id.normalize('NFC') === id.normalize('NFC') ? found : undefined
}

// Returns how long caches may keep a picture. An address with an outdated version still delivers the picture, but
// only for a minute, so that caches soon ask again.
const lifetimeOf = async (
  version: string | undefined,
  { original, wallpaper }: { original: PictureFile; wallpaper: Wallpaper },
  versions: PictureVersions | undefined,
): Promise<Lifetime> => {
  if (version === undefined) return 'day'
  const current = await versionInTime(versions?.read(original))
  return version === toCropVersion(current, wallpaper) ? 'forever' : 'minute'
}

const notFound = (name: string, hint = ''): never => {
  throw new DomainError('NOT_FOUND', `Picture ${quoted(name)} not found${hint}`)
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
  setPublicHeaders(c)
  c.header('Cache-Control', 'public, max-age=300')
  return c.redirect(url, 302)
}
