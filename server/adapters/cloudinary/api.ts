import { z } from 'zod'
import { hourMs } from '../../../shared/days.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { DomainError } from '../../domain-error.ts'
import { createBoundedFetch, toRetryAfterSeconds } from '../fetch/guarded-fetch.ts'

export interface CloudinaryAccount {
  cloudName: string
  apiKey: string
  apiSecret: string
  apiUrl: string
  /** The account's custom domain for images, with a port if needed. `undefined` means Cloudinary's own domain. */
  imagesDomain: string | undefined
}

export interface CloudinaryApiOptions {
  account: CloudinaryAccount
  timeoutMs?: number
  clock?: () => number
  fetch?: typeof fetch
}

const maxBytes = 8_000_000
// The most images in one answer (spec §4.3). Cloudinary returns at most 500 images for one call, too.
const maxResults = 500

const answerSchema = z.object({ resources: z.array(z.unknown()) })

/**
 * Lists images with Cloudinary's Admin API. Cloudinary's SDK is not used because its requests have no time limit, it
 * garbles text at chunk borders, and it crashes the process when a body is `null` (docs/decisions/0005).
 * @see https://cloudinary.com/documentation/admin_api#get_resources
 */
export const createCloudinaryApi = ({
  account: { cloudName, apiKey, apiSecret, apiUrl },
  timeoutMs = 8_000,
  clock = Date.now,
  ...options
}: CloudinaryApiOptions) => {
  const boundedFetch = createBoundedFetch({ timeoutMs, maxBytes, ...options })
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const query = `max_results=${maxResults}&tags=true&context=true`
  return {
    /** @throws DomainError `IMAGE_HOST_UNAVAILABLE` with a message for the operator that contains no secret */
    list: async (tag: DeviceType | undefined, signal: AbortSignal): Promise<readonly unknown[]> => {
      const path = tag === undefined ? 'upload' : `tags/${tag}`
      const response = await boundedFetch(
        `${apiUrl}/v1_1/${cloudName}/resources/image/${path}?${query}`,
        // Following a redirect would send Cloudinary's API key to another server.
        { headers: { authorization }, redirect: 'manual', signal },
      ).catch((error) => {
        throw toUnreachable(error, timeoutMs)
      })
      if (response.status !== 200) throw toRefusal(response, clock())
      const answer = answerSchema.safeParse(await response.json().catch(() => undefined))
      if (!answer.success)
        throw unavailable('Cloudinary answered with something that is not a list of images')
      return answer.data.resources.slice(0, maxResults)
    },
  }
}

const unavailable = (message: string, retryAfterSeconds?: number) =>
  new DomainError('IMAGE_HOST_UNAVAILABLE', message, { retryAfterSeconds })

const toUnreachable = (error: Error, timeoutMs: number): Error => {
  const { name, message, cause } = error
  if (name === 'AbortError') return error
  if (name === 'TimeoutError')
    return unavailable(`Cloudinary did not answer within ${timeoutMs / 1000} s`)
  const code = (cause as { code?: unknown } | undefined)?.code
  const text = `Cloudinary could not be read (${code ?? message})`
  return new DomainError('IMAGE_HOST_UNAVAILABLE', text, { cause })
}

// The pause after Cloudinary refused the settings. Only the operator can correct them, so it is long.
const settingRetrySeconds = 300

const toRefusal = ({ status, headers }: Response, now: number): DomainError => {
  if (status === 401 || status === 403)
    return unavailable(
      `Cloudinary refuses the API key (${status}): check CLOUDINARY_URL`,
      settingRetrySeconds,
    )
  if (status === 404)
    return unavailable(
      'Cloudinary does not know the cloud name (404): check CLOUDINARY_URL',
      settingRetrySeconds,
    )
  const asked = toRetryAfterSeconds(headers.get('retry-after'), now)
  if (status === 420 || status === 429)
    return unavailable(
      `The hourly limit of Cloudinary's Admin API is used up (${status})`,
      asked ?? secondsToReset(headers.get('x-featureratelimit-reset'), now),
    )
  return unavailable(`Cloudinary answered with status ${status}`, asked)
}

// Cloudinary's rate limits start again every hour, so a reset date more than an hour away is ignored.
const secondsToReset = (reset: string | null, now: number): number => {
  const left = Date.parse(reset ?? '') - now
  const untilReset = left > 0 && left <= hourMs ? left : hourMs - (now % hourMs)
  return Math.ceil(untilReset / 1000)
}
