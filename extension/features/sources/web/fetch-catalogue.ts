import { IndexTextError } from '../../../../shared/catalogue/json-rows.ts'
import { fromJson } from '../../../../shared/unknown.ts'
import { type Asked, type Fetch, get, readBlob } from '../../../remote/http.ts'
import { FetchError } from '../../../remote/problem.ts'
import { type CataloguePlace, type GithubFolder, toTreeUrl } from './address.ts'
import type { CatalogueState } from './catalogue-store.ts'
import { readTree } from './found-pictures.ts'
import { toRefusal } from './polite-fetch.ts'
import { readWebRows } from './web-rows.ts'

const deadlineMs = 120_000
const shortDeadlineMs = 10_000
// The size of a list with about 20,000 rows. Reading such a list takes about a second of processor time.
const mostBytes = 16 * 1024 * 1024

interface FetchedList {
  place: CataloguePlace
  file: Blob
  /** A hash of the file. */
  digest: string
  /** Set if the list is the tree of a repository's files. */
  tree?: GithubFolder
}

/**
 * Fetches the list of a catalogue's wallpapers. The browser revalidates its cached copy by itself, because a request
 * with `If-None-Match` would need a preflight, which these hosts refuse.
 * @param layout the layout of the stored list. If it was a tree of files, the tree is read again, even if the repository now has
 * an index, because the index may have other ids
 * @throws FetchError
 */
export const fetchList = async (
  place: CataloguePlace,
  layout: CatalogueState['layout'] | undefined,
  fetch: Fetch,
): Promise<FetchedList> => {
  const { github } = place
  const isTree = layout === 'converted' && github !== undefined
  const index = isTree ? undefined : await fetchFile(place.index, fetch)
  if (index) return { place, file: index, digest: await toDigest(index) }
  const mayBeTree = layout === undefined || isTree
  if (github && github.file === 'index.json' && mayBeTree) {
    const file = await fetchFile(toTreeUrl(github), fetch)
    if (file) return { place, file, digest: await toDigest(file), tree: github }
  }
  throw new FetchError({ kind: 'no-index' })
}

/**
 * Reads a fetched list.
 * @throws FetchError
 */
export const readList = async (list: FetchedList) => {
  const isOther = list.tree !== undefined || list.place.convert !== undefined
  const text = await (isOther ? convertList(list) : checkIndex(list))
  const rows = await readWebRows(text).catch((cause: unknown) => {
    throw cause instanceof IndexTextError ? new FetchError({ kind: 'no-rows' }, { cause }) : cause
  })
  if (rows.size === 0) throw new FetchError({ kind: 'no-rows' })
  const layout = isOther ? 'converted' : 'own'
  return { rows, text, state: { layout, digest: list.digest } } as const
}

/**
 * Checks that the background can download a picture.
 * @throws FetchError if the background could not download it
 */
export const checkPicture = async (url: string, fetch: Fetch) => {
  // Some hosts refuse HEAD requests. A host that ignores `Range` sends the whole file, which is not read.
  const headers = { Range: 'bytes=0-99' }
  const response = await send(url, { fetch, deadlineMs: shortDeadlineMs, headers })
  if (response.status === 429) throw toRefusal(response)
  await response.body?.cancel()
  if (!response.ok) throw new FetchError({ kind: 'no-pictures' })
}

const fetchFile = async (url: string, fetch: Fetch): Promise<Blob | undefined> => {
  const response = await send(url, { fetch, deadlineMs, cache: 'no-cache' })
  if (response.ok) return readBody(response)
  await response.body?.cancel()
  if (isMissing(response)) return
  throw toRefusal(response)
}

const isMissing = ({ status }: Response) => status === 404 || status === 410

/** A host sends no CORS headers. With the permission for `origin`, the extension can read its files anyway. */
export class NoCorsError extends FetchError {
  override name = 'NoCorsError'
  origin: string

  constructor(origin: string, options?: ErrorOptions) {
    super({ kind: 'no-cors' }, options)
    this.origin = origin
  }
}

const send = async (url: string, request: Asked): Promise<Response> => {
  try {
    return await get(url, request)
  } catch (error) {
    // Aborts and timeouts reject with a `DOMException`.
    const mayBeCors = error instanceof FetchError && error.cause instanceof TypeError
    if (mayBeCors && (await isThere(url, request)))
      throw new NoCorsError(new URL(url).origin, { cause: error })
    throw error
  }
}

// Browsers do not say why a request failed. If only CORS headers were missing, it succeeds with the mode `no-cors`.
const isThere = (url: string, request: Asked): Promise<boolean> =>
  get(url, { ...request, method: 'HEAD', mode: 'no-cors', deadlineMs: shortDeadlineMs }).then(
    () => true,
    () => false,
  )

const readBody = async (response: Response): Promise<Blob> => {
  const body = await readBlob(response, mostBytes)
  if (body) return body
  throw new FetchError({ kind: 'no-rows' })
}

const toDigest = async (file: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const convertList = async ({ place, file, tree }: FetchedList) => {
  const value = fromJson(await file.text())
  const rows = tree ? readTree(value, tree) : place.convert?.(value)
  return new Blob([JSON.stringify(rows)])
}

const checkIndex = async ({ file }: FetchedList) => {
  const start = (await file.slice(0, 100).text()).trim()
  // Many sites answer a missing file with status 200 and an HTML page.
  if (start.startsWith('<')) throw new FetchError({ kind: 'no-index' })
  return file
}
