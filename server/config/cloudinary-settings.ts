import { z } from 'zod'

export interface CloudinaryConfig {
  cloudName: string
  apiKey: string
  apiSecret: string
  /** Where the Admin API is, without a trailing slash. */
  apiUrl: string
  /** The domain of one's own that images come from, as the SDK takes it; `undefined`: Cloudinary's. */
  imagesDomain: string | undefined
}

const prefixSchema = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#@]*$/)
  .transform((url) => url.replace(/\/+$/, ''))

const cloudinaryApi = 'https://api.cloudinary.com'

/** The SDK's own setting: `cloudinary://key:secret@cloud[/images.domain][?upload_prefix=…]`. */
export const cloudinaryUrlSchema = z.string().transform((text, context): CloudinaryConfig => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const apiUrl = prefixSchema.safeParse(url?.searchParams.get('upload_prefix') ?? cloudinaryApi)
  if (url === undefined || !isComplete(url) || !apiUrl.success) {
    context.addIssue('no complete address of an account')
    return z.NEVER
  }
  return {
    cloudName: url.hostname,
    apiKey: url.username,
    apiSecret: url.password,
    apiUrl: apiUrl.data,
    imagesDomain: url.pathname.replace(/^\//, '') || undefined,
  }
})

/** What Cloudinary shows for copying has `<your_api_key>` in it, which is no key. */
const isComplete = ({ protocol, hostname, username, password, pathname }: URL) =>
  protocol === 'cloudinary:' &&
  [hostname, username, password].every((part) => /^[\w-]+$/.test(part)) &&
  /^(\/([\w.-]+(:\d+)?)?)?$/.test(pathname)
