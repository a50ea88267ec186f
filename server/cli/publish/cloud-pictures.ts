import { v2 as cloudinary } from 'cloudinary'
import { z } from 'zod'
import type { CloudinaryAccount } from '../../adapters/cloudinary/api.ts'
import { createBoundedFetch, toRetryAfterSeconds } from '../../adapters/fetch/guarded-fetch.ts'
import type { LocalPicture } from './local-pictures.ts'
import { PublishError } from './publish-error.ts'

export interface CloudPictures {
  list(signal: AbortSignal): Promise<readonly PublishedPicture[]>
  upload(picture: LocalPicture, signal: AbortSignal): Promise<void>
  remove(pictures: readonly PublishedPicture[], signal: AbortSignal): Promise<void>
}

const folder = 'main/'
const mostBytes = 16_000_000
const listMs = 30_000
const uploadMs = 300_000
const removeAtOnce = 100

const noted = z.string().optional().catch(undefined)
const pageSchema = z.object({
  resources: z.array(
    z.object({
      public_id: z.string().startsWith(folder),
      context: z
        .object({ custom: z.object({ path: noted, hash: noted, digest: noted }) })
        .optional()
        .catch(undefined),
    }),
  ),
  next_cursor: z.string().optional(),
})

/**
 * Uploads, lists and deletes pictures with Cloudinary's HTTP API. Cloudinary's SDK only signs the requests, because
 * its own requests can hang forever (docs/decisions/0005).
 * @see https://cloudinary.com/documentation/image_upload_api_reference
 * @throws PublishError
 */
export const createCloudPictures = (
  { cloudName, apiKey, apiSecret, apiUrl }: CloudinaryAccount,
  { send = fetch, clock = Date.now } = {},
): CloudPictures => {
  const base = `${apiUrl}/v1_1/${cloudName}`
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const call = async (path: string, init: RequestInit, timeoutMs: number): Promise<unknown> => {
    const boundedFetch = createBoundedFetch({ timeoutMs, maxBytes: mostBytes, fetch: send })
    // Redirects are not followed, because a redirect could send Cloudinary's API key to another server.
    const response = await boundedFetch(`${base}${path}`, { ...init, redirect: 'manual' }).catch(
      (error) => {
        throw init.signal?.aborted ? error : toUnreachable(error)
      },
    )
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.status !== 200) throw toRefusal(response, answer, clock())
    return answer
  }
  const readPage = async (cursor: string | undefined, signal: AbortSignal) => {
    const query = new URLSearchParams({ prefix: folder, max_results: '500', context: 'true' })
    if (cursor !== undefined) query.set('next_cursor', cursor)
    const init = { headers: { authorization }, signal }
    const page = pageSchema.safeParse(await call(`/resources/image/upload?${query}`, init, listMs))
    if (!page.success) throw again('Cloudinary did not answer with a list of images')
    return page.data
  }
  return {
    list: async (signal) => {
      const pictures: PublishedPicture[] = []
      let cursor: string | undefined
      do {
        const page = await readPage(cursor, signal)
        pictures.push(...page.resources.map(toPublished))
        cursor = page.next_cursor
      } while (cursor)
      return pictures
    },
    upload: async (picture, signal) => {
      const params = {
        ...describeUpload(picture, `${folder}${picture.id}`),
        timestamp: Math.floor(clock() / 1000),
      }
      const form = new FormData()
      for (const [name, value] of Object.entries(params)) form.set(name, String(value))
      form.set('api_key', apiKey)
      form.set('signature', cloudinary.utils.api_sign_request(params, apiSecret))
      form.set('file', await picture.open(), 'picture')
      // Node 24 throws an error that nobody can catch when a request is aborted while it reads its form.
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      const init = { method: 'POST', headers, body: await encoded.arrayBuffer(), signal }
      const answer = await call('/image/upload', init, uploadMs)
      if (!uploadedSchema.safeParse(answer).success)
        throw again('Cloudinary did not confirm the upload')
    },
    remove: async (pictures, signal) => {
      for (let at = 0; at < pictures.length; at += removeAtOnce) {
        const query = new URLSearchParams({ invalidate: 'true' })
        for (const { publicId } of pictures.slice(at, at + removeAtOnce))
          query.append('public_ids[]', publicId)
        const init = { method: 'DELETE', headers: { authorization }, signal }
        await call(`/resources/image/upload?${query}`, init, listMs)
      }
    },
  }
}

const uploadedSchema = z.object({ public_id: z.string(), version: z.number() })

const toPublished = ({ public_id, context }: z.infer<typeof pageSchema>['resources'][number]) => ({
  publicId: public_id,
  id: public_id.slice(folder.length),
  path: context?.custom.path,
  hash: context?.custom.hash,
  digest: context?.custom.digest,
})

export type PublishedPicture = ReturnType<typeof toPublished>

const again = (message: string, retryAfterSeconds?: number) =>
  new PublishError('TRY_AGAIN', message, { retryAfterSeconds })

const toUnreachable = (error: Error): PublishError => {
  if (error.name === 'TimeoutError') return again('Cloudinary did not answer in time')
  const { code } = Object(error.cause) as { code?: unknown }
  return again(`Cloudinary cannot be reached (${code ?? error.message})`)
}

const settingProblems: Readonly<Record<number, string>> = {
  401: 'refuses the API key (401): check CLOUDINARY_URL, and that this key may upload',
  403: 'refuses the API key (403): check CLOUDINARY_URL, and that this key may upload',
  404: 'does not know the cloud name (404): check CLOUDINARY_URL',
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) })

const toRefusal = ({ status, headers }: Response, answer: unknown, now: number): PublishError => {
  const setting = settingProblems[status]
  if (setting !== undefined) return new PublishError('CANNOT_PUBLISH', `Cloudinary ${setting}`)
  const asked = toRetryAfterSeconds(headers.get('retry-after'), now)
  if (status === 420 || status === 429)
    return again(`Cloudinary has received too many requests (${status})`, asked)
  // Cloudinary answers 423 while another upload of the same picture is in progress. A retry can succeed.
  if (status >= 500 || status === 423 || status < 400)
    return again(`Cloudinary has a problem (${status})`, asked)
  const reason = errorSchema.safeParse(answer).data?.error.message.split('\n')[0] ?? 'no reason'
  const text = `Cloudinary refuses this picture (${status}): ${reason}`
  return new PublishError('PICTURE_REJECTED', text)
}

// The most characters that Cloudinary accepts in one value of a picture's `context`.
const longestValue = 1000
const mostTags = 100
const deviceTags = { landscape: ['desktop'], portrait: ['mobile'], square: [] } as const

// The parameters of an upload to Cloudinary, without the file and the signature. The `context` records what was
// published, so that a later run on any machine knows what is left to do.
const describeUpload = (picture: LocalPicture, publicId: string) => ({
  public_id: publicId,
  overwrite: 'true',
  invalidate: 'true',
  tags: toTags(picture).join(','),
  context: toContext({
    colors: picture.palette.join(','),
    path: picture.path,
    hash: picture.hash,
    digest: picture.digest,
    caption: picture.facts.title,
    credit: picture.facts.credit,
    license: picture.facts.license,
  }),
})

const toTags = ({ orientation, rows: { tags } }: LocalPicture): string[] => {
  const category = String(tags.category).replace(/^#/, '')
  const words = Array.isArray(tags.tags) ? tags.tags.map(String) : []
  const all = [...deviceTags[orientation], category, ...words]
  // Commas in a tag are replaced, because Cloudinary receives tags separated by commas. A tag `sea,mobile` would
  // otherwise add the tag `mobile` to a desktop picture.
  const clean = all.map((tag) => tag.replaceAll(',', ' ').trim()).filter((tag) => tag !== '')
  return [...new Set(clean)].filter(isOfPicture(orientation)).slice(0, mostTags)
}

const isOfPicture = (orientation: LocalPicture['orientation']) => (tag: string) =>
  !['desktop', 'mobile'].includes(tag) || deviceTags[orientation].some((own) => own === tag)

const toContext = (entries: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(entries)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value = '']) => `${key}=${escapeValue(value.slice(0, longestValue))}`)
    .join('|')

const escapeValue = (value: string) => value.replace(/[=|\\]/g, '\\$&')
