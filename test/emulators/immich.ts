/**
 * Emulates the parts of Immich that Fresco uses, of versions 2 and 3.
 * @see https://api.immich.app/endpoints
 */
import { type SiteAnswer, type SiteRequest, startSite } from './site.ts'

export interface ImmichAsset {
  id: string
  name?: string
  /** The names of its albums and of the people on it, which are their ids as well. */
  albums?: readonly string[]
  people?: readonly string[]
  words?: string
  isFavorite?: boolean
  isTrashed?: boolean
  visibility?: 'timeline' | 'archive' | 'hidden' | 'locked'
  type?: 'IMAGE' | 'VIDEO'
  takenAt?: string
  /** Absent until Immich has made it. */
  preview?: Uint8Array | undefined
  version?: number
}

export const immichKey = 'immich-secret-key'

export const startImmich = async (version: 2 | 3) => {
  const site = await startSite()
  let assets: readonly ImmichAsset[] = []
  let lacking: readonly string[] = []
  let links: Readonly<Record<string, { album?: string; ids?: readonly string[] }>> = {}

  const json = (body: unknown, status = 200): SiteAnswer => ({
    status,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })
  const refuse = (status: number, message: string) => json({ message, statusCode: status }, status)
  const toAsset = (asset: ImmichAsset) => ({
    id: asset.id,
    type: asset.type ?? 'IMAGE',
    originalFileName: asset.name ?? `${asset.id}.jpg`,
    checksum: `sum of ${asset.id} ${asset.version ?? 1}`,
    thumbhash: asset.preview ? `hash of ${asset.id}` : null,
    localDateTime: asset.takenAt ?? '2024-05-01T12:00:00.000Z',
    isFavorite: asset.isFavorite === true,
    isTrashed: asset.isTrashed === true,
    isArchived: asset.visibility === 'archive',
    visibility: asset.visibility ?? 'timeline',
  })
  const listAlbums = () => [...new Set(assets.flatMap(({ albums = [] }) => albums))]

  const search = (body: Record<string, unknown>, isByMeaning: boolean): SiteAnswer => {
    const { albumIds, personIds, isFavorite, type, visibility, query, page = 1, size = 250 } = body
    if (version === 3 && [page, size].some((each) => typeof each !== 'number'))
      return refuse(400, 'Invalid input: expected number')
    const isVisible = ({ visibility: own = 'timeline' }: ImmichAsset) =>
      visibility === undefined
        ? own === 'timeline' || (version === 3 && own !== 'locked')
        : own === visibility
    const hasAll = (wanted: unknown, own: readonly string[] = []) =>
      !Array.isArray(wanted) || wanted.every((id) => own.includes(id))
    const found = assets.filter(
      (asset) =>
        isVisible(asset) &&
        !asset.isTrashed &&
        hasAll(albumIds, asset.albums) &&
        hasAll(personIds, asset.people) &&
        (isFavorite === undefined || isFavorite === (asset.isFavorite === true)) &&
        (type === undefined || type === (asset.type ?? 'IMAGE')) &&
        (!isByMeaning || asset.words?.includes(String(query))),
    )
    const end = Number(page) * Number(size)
    const items = found.slice(end - Number(size), end).map(toAsset)
    const nextPage = end < found.length ? `${Number(page) + 1}` : null
    return json({
      albums: { items: [] },
      assets: { items, count: items.length, total: items.length, nextPage },
    })
  }

  const route = ({ method, path, body }: SiteRequest): [permission: string, () => SiteAnswer] => {
    const { pathname, searchParams } = new URL(path, 'http://immich')
    const [, , kind = '', id = '', part] = pathname.split('/')
    if (method === 'GET' && kind === 'albums' && id === '')
      return ['album.read', () => json(listAlbums().map((name) => ({ id: name, albumName: name })))]
    if (method === 'GET' && kind === 'albums') {
      const inAlbum = assets.filter(({ albums }) => albums?.includes(id)).map(toAsset)
      return [
        'album.read',
        () => json({ id, albumName: id, ...(version === 2 && { assets: inAlbum }) }),
      ]
    }
    if (kind === 'search' && id === 'person') {
      const name = searchParams.get('name') ?? ''
      return [
        'person.read',
        () =>
          json([
            { id: name, name },
            { id: 'other', name: `${name} B.` },
          ]),
      ]
    }
    if (method === 'POST' && kind === 'search')
      return ['asset.read', () => search(JSON.parse(body), id === 'smart')]
    const asset = assets.find((each) => each.id === id)
    if (kind === 'assets' && part === 'thumbnail' && asset?.preview)
      return ['asset.view', () => ({ body: asset.preview ?? '' })]
    return ['', () => refuse(404, 'Asset media not found')]
  }

  site.put('*', (request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://immich')
    const link = links[searchParams.get('key') ?? '']
    const [permission, answer] = route(request)
    if (pathname === '/api/shared-links/me' && link) {
      const listed = assets.filter(({ id }) => link.ids?.includes(id)).map(toAsset)
      const album = link.album && { id: link.album, albumName: link.album }
      return json({ type: album ? 'ALBUM' : 'INDIVIDUAL', album, assets: listed })
    }
    if (link) {
      const isOther =
        request.method === 'POST' && JSON.parse(request.body).albumIds?.join() !== link.album
      return isOther ? refuse(400, 'Shared links can search their album only') : answer()
    }
    if (request.headers['x-api-key'] !== immichKey) return refuse(401, 'Invalid API key')
    return lacking.includes(permission)
      ? refuse(403, `Missing required permission: ${permission}`)
      : answer()
  })
  return {
    url: site.url,
    asked: site.asked,
    stop: site.stop,
    put: (next: readonly ImmichAsset[]) => {
      assets = next
    },
    lack: (...permissions: string[]) => {
      lacking = permissions
    },
    share: (next: typeof links) => {
      links = next
    },
  }
}
