import { v2 as cloudinary } from 'cloudinary'
import { z } from 'zod'
import {
  type CloudinaryAccount,
  CloudinaryError,
  createCloudinaryCall,
} from '../../adapters/cloudinary/api.ts'
import { CommandError } from '../program.ts'
import type { LocalPicture } from './local-pictures.ts'
import { PublishError } from './publish-error.ts'

export type CloudPictures = ReturnType<typeof createCloudPictures>
export type PublishedPicture = Awaited<ReturnType<CloudPictures['list']>>[number]

const folder = 'main/'
const maxBytes = 16_000_000
const removeAtOnce = 100

const noted = z.string().optional().catch(undefined)
const pageSchema = z.object({
  resources: z.array(
    z
      .object({
        public_id: z.string().startsWith(folder),
        context: z
          .object({ custom: z.object({ path: noted, hash: noted, digest: noted }) })
          .optional()
          .catch(undefined),
      })
      .transform(({ public_id, context }) => ({
        publicId: public_id,
        id: public_id.slice(folder.length),
        path: context?.custom.path,
        hash: context?.custom.hash,
        digest: context?.custom.digest,
      })),
  ),
  next_cursor: z.string().optional(),
})
const uploadedSchema = z.object({ public_id: z.string(), version: z.number() })

/**
 * Uploads, lists and deletes the pictures of an account. Cloudinary's SDK only signs the uploads.
 * @see https://cloudinary.com/documentation/image_upload_api_reference
 * @throws PublishError
 */
export const createCloudPictures = (account: CloudinaryAccount) => {
  const { apiKey, apiSecret } = account
  const createCall = (timeoutMs: number) => createCloudinaryCall({ account, timeoutMs, maxBytes })
  const [callAdmin, callUpload] = [createCall(30_000), createCall(300_000)]
  const ask = async <T>(schema: z.ZodType<T>, answer: Promise<unknown>): Promise<T> => {
    const read = schema.safeParse(await answer.catch(throwPublishError))
    if (read.success) return read.data
    throw new PublishError('TRY_AGAIN', 'Cloudinary gave an answer that cannot be understood')
  }
  const query = { prefix: folder, max_results: '500', context: 'true' }
  const readPage = (cursor: string | undefined, signal: AbortSignal) => {
    const page = new URLSearchParams({ ...query, ...(cursor && { next_cursor: cursor }) })
    return ask(pageSchema, callAdmin(`/resources/image/upload?${page}`, { signal }))
  }
  return {
    list: async (signal: AbortSignal) => {
      let page = await readPage(undefined, signal)
      const pictures = [...page.resources]
      while (page.next_cursor) {
        page = await readPage(page.next_cursor, signal)
        pictures.push(...page.resources)
      }
      return pictures
    },
    upload: async (picture: LocalPicture, signal: AbortSignal): Promise<void> => {
      const params = describeUpload(picture, `${folder}${picture.id}`)
      const signature = cloudinary.utils.api_sign_request(params, apiSecret)
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...params, api_key: apiKey, signature }))
        form.set(name, String(value))
      form.set('file', await picture.open(), 'picture')
      // Node 24 throws an error that nobody can catch when a request is aborted while it reads its form.
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      const init = { method: 'POST', headers, body: await encoded.arrayBuffer(), signal }
      await ask(uploadedSchema, callUpload('/image/upload', init))
    },
    remove: async (pictures: readonly { publicId: string }[], signal: AbortSignal) => {
      for (let at = 0; at < pictures.length; at += removeAtOnce) {
        const query = new URLSearchParams({ invalidate: 'true' })
        for (const { publicId } of pictures.slice(at, at + removeAtOnce))
          query.append('public_ids[]', publicId)
        const path = `/resources/image/upload?${query}`
        await ask(z.unknown(), callAdmin(path, { method: 'DELETE', signal }))
      }
    },
  }
}

// Cloudinary answers 423 while another upload of the same picture is in progress. A retry can succeed.
const passing = new Set([420, 423, 429])

const throwPublishError = (error: unknown): never => {
  if (!(error instanceof CloudinaryError)) throw error
  const { message, status = 0, retryAfterSeconds } = error
  if (status === 401 || status === 403)
    throw new CommandError(`${message}, and that this key may upload`)
  if (status === 404) throw new CommandError(message)
  const isOfPicture = status >= 400 && status < 500 && !passing.has(status)
  const code = isOfPicture ? 'PICTURE_REJECTED' : 'TRY_AGAIN'
  throw new PublishError(code, message, retryAfterSeconds)
}

// The most characters that Cloudinary accepts in one value of a picture's `context`.
const longestValue = 1000
const mostTags = 100
const deviceTags = { landscape: 'desktop', portrait: 'mobile', square: undefined } as const

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
  timestamp: Math.floor(Date.now() / 1000),
})

const toTags = ({ orientation, rows: { tags } }: LocalPicture): string[] => {
  const device = deviceTags[orientation]
  const all = [device ?? '', tags.category.replace(/^#/, ''), ...tags.tags]
  // Commas in a tag are replaced, because Cloudinary receives tags separated by commas. A tag `sea,mobile` would
  // otherwise add the tag `mobile` to a desktop picture.
  const clean = new Set(all.map((tag) => tag.replaceAll(',', ' ').trim()))
  for (const other of ['', 'desktop', 'mobile']) if (other !== device) clean.delete(other)
  return [...clean].slice(0, mostTags)
}

const toContext = (entries: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(entries)
    .flatMap(([key, value]) => (value ? `${key}=${escapeValue(value)}` : []))
    .join('|')

const escapeValue = (value: string) => value.slice(0, longestValue).replace(/[=|\\]/g, '\\$&')
