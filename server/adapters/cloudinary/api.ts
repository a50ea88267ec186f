import { z } from 'zod'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { DomainError } from '../../domain-error.ts'
import { createBoundedFetch, toRetryAfterSeconds } from '../fetch/guarded-fetch.ts'

export interface CloudinaryAccount {
  cloudName: string
  apiKey: string
  apiSecret: string
  apiUrl: string
  /** The account's own domain for images, with a port if needed. `undefined` means Cloudinary's domain. */
  imagesDomain: string | undefined
}

export interface CloudinaryApiOptions {
  account: CloudinaryAccount
  timeoutMs?: number
  clock?: () => number
  fetch?: typeof fetch
}

const maxBytes = 8_000_000
// The limit of spec §4.3, and the most that Cloudinary returns in one call.
const maxResults = 500

const answerSchema = z.object({ resources: z.array(z.unknown()) })

/**
 * The two list calls of the Admin API. The SDK is not used because its calls have no deadline, garble text at
 * chunk borders and crash the process when the body is `null` (docs/decisions/0032).
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
        // A redirect would send the key to another server.
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

// Retrying is useless until the operator changes a setting.
const settingRetrySeconds = 300

const toRefusal = ({ status, headers }: Response, now: number): DomainError => {
  if (status === 401 || status === 403)
    return unavailable(
      `Cloudinary refuses the key (${status}): check CLOUDINARY_URL`,
      settingRetrySeconds,
    )
  if (status === 404)
    return unavailable(
      'Cloudinary does not know the cloud (404): check CLOUDINARY_URL',
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

const hourMs = 3_600_000

// The limits are per hour, so a reset date that is more than an hour away is ignored.
const secondsToReset = (reset: string | null, now: number): number => {
  const left = Date.parse(reset ?? '') - now
  const untilReset = left > 0 && left <= hourMs ? left : hourMs - (now % hourMs)
  return Math.ceil(untilReset / 1000)
}
