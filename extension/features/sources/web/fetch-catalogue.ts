import { IndexTextError } from '../../../../shared/catalogue/json-rows.ts'
import { fromJson } from '../../../../shared/unknown.ts'
import { type Asked, type Fetch, failUnreachable, get } from '../../../remote/http.ts'
import { FetchError } from '../../../remote/problem.ts'
import { type CataloguePlace, type GithubFolder, toTreeUrl } from './address.ts'
import type { CatalogueState } from './catalogue-store.ts'
import { readTree } from './found-pictures.ts'
import { packWebRows } from './packed-rows.ts'
import { toRefusal } from './polite-fetch.ts'

const deadlineMs = 120_000
const shortDeadlineMs = 10_000
const mb = 1024 * 1024
// The size of a list with 200,000 rows, which is the most that is packed. The list is a file on the disk, and is read in
// parts.
const mostBytes = 160 * mb
// A list in another layout is parsed in one step. That takes about 10 ms per MB.
const mostParsedBytes = 8 * mb

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
 * Reads a fetched list and packs it.
 * @throws FetchError
 */
export const readList = async (list: FetchedList) => {
  const isOther = list.tree !== undefined || list.place.convert !== undefined
  const read = await (isOther ? readConverted(list) : readIndex(list))
  const packed = await packWebRows(read.text).catch((cause: unknown) => {
    throw cause instanceof IndexTextError ? new FetchError({ kind: 'no-rows' }, { cause }) : cause
  })
  if (packed.rows.ids.length === 0) throw new FetchError({ kind: 'no-rows' })
  return {
    rows: packed.rows,
    text: read.text,
    state: {
      layout: read.layout,
      digest: list.digest,
      bytes: list.file.size,
      skipped: packed.skipped,
      isPartial: read.isPartial,
    },
  }
}

/**
 * Checks that the background can download a picture.
 * @throws FetchError if the background could not download it
 */
export const checkPicture = async (url: string, fetch: Fetch) => {
  const response = await askForStart(url, fetch)
  if (response.status === 429) throw toRefusal(response)
  if (!response.ok) throw new FetchError({ kind: 'no-pictures' })
  if (isLfs(await readStart(response))) throw new FetchError({ kind: 'no-lfs' })
}

const isLfs = (text: string) => text.startsWith('version https://git-lfs')

const fetchFile = async (url: string, fetch: Fetch): Promise<Blob | undefined> => {
  const response = await send(url, { fetch, deadlineMs, cache: 'no-cache' })
  if (response.ok) return readBody(response)
  await response.body?.cancel()
  if (isMissing(response)) return
  throw toRefusal(response)
}

const isMissing = ({ status }: Response) => status === 404 || status === 410

// Some hosts refuse HEAD requests. A host that ignores `Range` sends the whole file, of which only the start is read.
const askForStart = (url: string, fetch: Fetch) =>
  send(url, { fetch, deadlineMs: shortDeadlineMs, headers: { Range: 'bytes=0-99' } })

const readStart = async ({ body }: Response): Promise<string> => {
  const reader = body?.getReader()
  try {
    return new TextDecoder().decode((await reader?.read().catch(failUnreachable))?.value)
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

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

// Browsers write a large body to the disk while `blob` reads it.
const readBody = async (response: Response): Promise<Blob> => {
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      size += piece.length
      if (size > mostBytes) controller.error(new FetchError({ kind: 'no-rows' }))
      else controller.enqueue(piece)
    },
  })
  try {
    return await new Response(response.body?.pipeThrough(limit)).blob()
  } catch (cause) {
    throw new FetchError({ kind: size > mostBytes ? 'no-rows' : 'unreachable' }, { cause })
  }
}

// Hashes one part at a time and then the hashes, because `crypto.subtle.digest` copies its whole input.
const toDigest = async (file: Blob): Promise<string> => {
  const parts: ArrayBuffer[] = []
  for (let start = 0; start < file.size; start += mb)
    parts.push(await digest(file.slice(start, start + mb)))
  const whole = new Uint8Array(await digest(new Blob(parts)))
  return [...whole].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const digest = async (part: Blob) => crypto.subtle.digest('SHA-256', await part.arrayBuffer())

const readConverted = async ({ place, file, tree }: FetchedList) => {
  if (file.size > mostParsedBytes) throw new FetchError({ kind: 'no-rows' })
  const value = fromJson(await file.text())
  const found = tree && readTree(value, tree)
  const rows = found ? found.rows : place.convert?.(value)
  const text = new Blob([JSON.stringify(rows)])
  return { layout: 'converted' as const, text, isPartial: found?.isPartial === true }
}

const readIndex = async ({ file }: FetchedList) => {
  const start = (await file.slice(0, 100).text()).trim()
  if (isLfs(start)) throw new FetchError({ kind: 'no-lfs' })
  // Many sites answer a missing file with status 200 and an HTML page.
  if (start.startsWith('<')) throw new FetchError({ kind: 'no-index' })
  return { layout: 'own' as const, text: file, isPartial: false }
}
