/**
 * Emulates Cloudinary's signed uploads.
 * @see https://cloudinary.com/documentation/image_upload_api_reference
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import sharp, { type Metadata } from 'sharp'

interface Answer {
  status: number
  body: unknown
}

const refuse = (status: number, message: string): Answer => ({
  status,
  body: { error: { message } },
})

/** Stores an uploaded picture at the start of the list, in place of an older one with the same public id. */
export const receiveUpload = async (
  request: IncomingMessage,
  { key, secret, cloud }: { key: string; secret: string; cloud: string },
  resources: unknown[],
): Promise<Answer & { bytes?: Buffer }> => {
  const form = await readForm(request)
  const { file, api_key, signature, ...params } = Object.fromEntries(form)
  if (api_key !== key || signature !== sign(params, secret))
    return refuse(401, 'Invalid Signature. String to sign - hidden')
  if (!(file instanceof Blob)) return refuse(400, 'Missing required parameter - file')
  const bytes = Buffer.from(await file.arrayBuffer())
  const picture = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (picture === undefined) return refuse(400, 'Invalid image file')
  const publicId = String(params.public_id)
  const old = resources.findIndex((each) => idOf(each) === publicId)
  if (old >= 0) resources.splice(old, 1)
  const resource = toResource(publicId, picture, String(params.tags), String(params.context), cloud)
  resources.unshift(resource)
  return { status: 200, body: resource, bytes }
}

export const idOf = (resource: unknown): string => String(Object(resource).public_id)

const readForm = async (request: IncomingMessage) => {
  const body = Buffer.concat(await Array.fromAsync<Buffer>(request))
  return new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
}

/** Computes Cloudinary's signature: a hash of the sorted parameters, except `file` and `api_key`, and of the secret. */
const sign = (params: object, secret: string): string => {
  const text = Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
  return createHash('sha1').update(`${text}${secret}`).digest('hex')
}

const toResource = (
  publicId: string,
  { width, height, format }: Metadata,
  tags: string,
  context: string,
  cloud: string,
) => {
  const extension = format === 'jpeg' ? 'jpg' : (format ?? '')
  const version = Math.floor(Date.now() / 1000)
  const address = `https://res.cloudinary.com/${cloud}/image/upload/v${version}`
  return {
    public_id: publicId,
    version,
    format: extension,
    ...{ width, height },
    created_at: new Date().toISOString(),
    tags: tags.split(',').filter((tag) => tag !== ''),
    secure_url: `${address}/${encodeURI(publicId)}.${extension}`,
    context: { custom: toContext(context) },
  }
}

/** Parses Cloudinary's context: `key=value` pairs separated by `|`. A backslash escapes the next character of a value. */
const toContext = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([^=|\\]+)=((?:\\.|[^|\\])*)/g)].map(([, key = '', value = '']) => [
      key,
      value.replace(/\\(.)/g, '$1'),
    ]),
  )
