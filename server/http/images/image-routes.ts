import type { Context, Hono } from 'hono'
import { isWallpaperId } from '../../../shared/ids.ts'
import { imageQuerySchema } from '../../../shared/image-api.ts'
import { quoted } from '../../../shared/query.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toCropVersion } from '../../catalogue/wallpaper-urls.ts'
import { DomainError } from '../../domain-error.ts'
import type { PictureVersions } from '../../pictures/picture-versions.ts'
import type { RenditionRequest, Renditions } from '../../pictures/renditions.ts'
import { type Lifetime, sendPicture } from '../answers/send-picture.ts'
import { versionInTime } from '../answers/version-in-time.ts'
import { parseQuery } from '../requests/parse-query.ts'
import { publicRoute } from '../requests/public-route.ts'
import { redirectToFile, toRemoteUrl } from './remote-picture.ts'
import { toRenditionRequest } from './rendition-request.ts'

interface ImageRoutesDeps {
  snapshot: CurrentSnapshot
  files: CatalogueFiles
  renditions: Renditions
  /** `undefined`: no address of a picture is good for ever. */
  versions?: PictureVersions | undefined
}

const preview: RenditionRequest = { width: 600, height: 600, fit: 'contain', format: 'webp' }

/** The pictures themselves: the catalogue's files under their own paths, and any size of each. */
export const addImageRoutes = (app: Hono, deps: ImageRoutesDeps) => {
  const { snapshot, files, renditions, versions } = deps
  publicRoute(app, '/main/:file{.+}', async (c) => {
    const file = c.req.param('file') ?? ''
    const kept = await files.find('main', file)
    if (kept !== undefined) return sendPicture(c, kept, { versions })
    const current = await snapshot()
    const remote = findRemote(current, file)
    return remote?.mainFile === file ? redirectToFile(c, current.urls.full(remote)) : notFound(file)
  })

  publicRoute(app, '/cache/:file{.+}', async (c) => {
    const file = c.req.param('file') ?? ''
    const kept = await files.find('cache', file)
    if (kept !== undefined) return sendPicture(c, kept, { versions })
    const current = await snapshot()
    const remote = findRemote(current, file)
    if (remote?.cacheFile === file) return redirectToFile(c, current.urls.preview(remote))
    const { original } = await findOriginal(current, toStem(file), files)
    return sendPicture(c, await renditions.render(original, preview), { versions })
  })

  const sendImage = async (c: Context) => {
    const query = parseQuery(c, imageQuerySchema)
    const id = c.req.param('id') ?? ''
    const current = await snapshot()
    const remote = findRemote(current, id)
    if (remote) return redirectToFile(c, toRemoteUrl(remote, query, current.urls))
    const { original, wallpaper } = await findOriginal(current, id, files)
    const request = toRenditionRequest(query)
    const lifetime = await lifetimeOf(c.req.param('version'), { original, wallpaper }, versions)
    if (request === undefined) return sendPicture(c, original, { lifetime, versions })
    const { focalPoint } = wallpaper
    const made = await renditions.render(original, { ...request, focalPoint })
    return sendPicture(c, made, { lifetime, versions })
  }
  publicRoute(app, '/images/:id', sendImage)
  publicRoute(app, '/images/:id/:version', sendImage)
}

/** A wallpaper whose files are elsewhere, by its id or by a file that is named after it. */
const findRemote = ({ catalogue }: CatalogueSnapshot, name: string) => {
  if (catalogue.filesUrl === undefined) return undefined
  return [name, toStem(name)].filter(isWallpaperId).map(catalogue.find).find(Boolean)
}

const toStem = (file: string) => file.replace(/\.[^.]*$/, '')

const findOriginal = async (
  { catalogue }: CatalogueSnapshot,
  id: string,
  files: CatalogueFiles,
) => {
  const wallpaper = isWallpaperId(id) ? catalogue.find(id) : undefined
  if (!wallpaper) return notFound(id)
  const original = (await files.find('main', wallpaper.mainFile)) ?? notFound(id)
  return { wallpaper, original }
}

/** An address of another version still leads to the picture, for now. */
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
