import { IndexTextError } from '../../../../shared/catalogue/json-rows.ts'
import { fromJson } from '../../../../shared/unknown.ts'
import { type Asked, type Fetch, get, readBlob } from '../../../remote/http.ts'
import { FetchError } from '../../../remote/problem.ts'
import { type CataloguePlace, toTreeUrl } from './address.ts'
import type { CatalogueState } from './catalogue-store.ts'
import { readTree } from './found-pictures.ts'
import { toRefusal } from './polite-fetch.ts'
import { readWebRows } from './web-rows.ts'

const deadlineMs = 120_000
const shortDeadlineMs = 10_000
// The size of a list with about 20,000 rows. Reading such a list takes about a second of processor time.
const mostBytes = 16 * 1024 * 1024

/**
 * Fetches the rows of a catalogue's wallpapers, as the text of a JSON array. The browser revalidates its cached copy by
 * itself, because a request with `If-None-Match` would need a preflight, which these hosts refuse.
 * @param layout the layout of the stored list. If it was a tree of files, the tree is read again, even if the repository now has
 * an index, because the index may have other ids
 * @throws FetchError
 */
export const fetchRows = async (
  { index, github, convert }: CataloguePlace,
  layout: CatalogueState['layout'] | undefined,
  fetch: Fetch,
) => {
  const isTree = layout === 'converted' && github !== undefined
  const file = isTree ? undefined : await fetchFile(index, fetch)
  if (file && convert) return toConverted(convert(await readJson(file)))
  if (file) {
    // Many sites answer a missing file with status 200 and an HTML page.
    const isPage = (await file.slice(0, 100).text()).trim().startsWith('<')
    if (isPage) throw new FetchError({ kind: 'no-index' })
    return { text: file, layout: 'own' as const }
  }
  if (github?.file === 'index.json' && (layout === undefined || isTree)) {
    const tree = await fetchFile(toTreeUrl(github), fetch)
    if (tree) return toConverted(readTree(await readJson(tree), github))
  }
  throw new FetchError({ kind: 'no-index' })
}

const readJson = async (file: Blob) => fromJson(await file.text())

const toConverted = (rows: readonly unknown[]) => ({
  text: new Blob([JSON.stringify(rows)]),
  layout: 'converted' as const,
})

/** @throws FetchError if the text has no rows */
export const readRows = async (text: Blob) => {
  const rows = await readWebRows(text).catch((cause: unknown) => {
    throw cause instanceof IndexTextError ? new FetchError({ kind: 'no-rows' }, { cause }) : cause
  })
  if (rows.size === 0) throw new FetchError({ kind: 'no-rows' })
  return rows
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
  if (response.ok) {
    const body = await readBlob(response, mostBytes)
    if (body) return body
    throw new FetchError({ kind: 'no-rows' })
  }
  await response.body?.cancel()
  if (![404, 410].includes(response.status)) throw toRefusal(response)
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
