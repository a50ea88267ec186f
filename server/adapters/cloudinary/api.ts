import { z } from 'zod'
import { hourMs } from '../../../shared/days.ts'
import { readRetryAfterSeconds } from '../../../shared/retry-after.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { DomainError } from '../../domain-error.ts'
import { createBoundedFetch } from '../fetch/guarded-fetch.ts'

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

// The most images in one answer, and the most that Cloudinary returns for one call.
const maxResults = 500

const answerSchema = z.object({ resources: z.array(z.unknown()) })

/**
 * Lists images with Cloudinary's Admin API.
 * @see https://cloudinary.com/documentation/admin_api#get_resources
 */
export const createCloudinaryApi = (options: CloudinaryApiOptions) => {
  const call = createCloudinaryCall({ timeoutMs: 8_000, maxBytes: 8_000_000, ...options })
  const query = `max_results=${maxResults}&tags=true&context=true`
  return {
    /** @throws DomainError `IMAGE_HOST_UNAVAILABLE` */
    list: async (tag: DeviceType | undefined, signal: AbortSignal): Promise<readonly unknown[]> => {
      const path = tag === undefined ? 'upload' : `tags/${tag}`
      const answer = answerSchema.safeParse(
        await call(`/resources/image/${path}?${query}`, { signal }),
      )
      if (answer.success) return answer.data.resources.slice(0, maxResults)
      throw unavailable('Cloudinary answered with something that is not a list of images')
    },
  }
}

/** A failure whose message is for the operator and contains no secret. */
const unavailable = (message: string, options: ConstructorParameters<typeof DomainError>[2] = {}) =>
  new DomainError('IMAGE_HOST_UNAVAILABLE', message, options)

/**
 * Calls the Admin API of a Cloudinary account. Cloudinary's SDK is not used because its list calls have no time limit, it
 * garbles text at chunk borders, and it crashes the process when a body is `null` (docs/decisions/0005).
 */
export const createCloudinaryCall = ({
  account: { cloudName, apiKey, apiSecret, apiUrl },
  clock = Date.now,
  ...options
}: CloudinaryApiOptions & { timeoutMs: number; maxBytes: number }) => {
  const boundedFetch = createBoundedFetch(options)
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  /**
   * Returns the JSON of an answer with the status 200, or `undefined` if it is not JSON.
   * @throws DomainError `IMAGE_HOST_UNAVAILABLE`
   */
  return async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await boundedFetch(`${apiUrl}/v1_1/${cloudName}${path}`, {
      headers: { authorization },
      ...init,
      // Following a redirect would send Cloudinary's API key to another server.
      redirect: 'manual',
    }).catch((error) => {
      throw toUnreachable(error, options.timeoutMs)
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.status === 200) return answer
    const { status } = response
    throw unavailable(describeRefusal(status, answer), {
      retryAfterSeconds: toPauseSeconds(response, clock()),
    })
  }
}

const toUnreachable = (error: Error, timeoutMs: number): Error => {
  const { name, message, cause } = error
  if (name === 'AbortError') return error
  if (name === 'TimeoutError')
    return unavailable(`Cloudinary did not answer within ${timeoutMs / 1000} s`)
  const code = (cause as { code?: unknown } | undefined)?.code
  return unavailable(`Cloudinary could not be reached (${code ?? message})`, { cause })
}

const wrongSetting = new Set([401, 403, 404])
const tooManyRequests = new Set([420, 429])

const errorSchema = z.object({ error: z.object({ message: z.string() }) })

const describeRefusal = (status: number, answer: unknown): string => {
  if (status === 404) return 'Cloudinary does not know the cloud name (404): check CLOUDINARY_URL'
  if (wrongSetting.has(status))
    return `Cloudinary refuses the API key (${status}): check CLOUDINARY_URL`
  if (tooManyRequests.has(status))
    return `The hourly limit of Cloudinary's Admin API is used up (${status})`
  const said = status < 500 ? errorSchema.safeParse(answer).data?.error.message.split('\n')[0] : ''
  return `Cloudinary answered with status ${status}${said ? `: ${said}` : ''}`
}

// The pause after Cloudinary refused the settings. Only the operator can correct them, so it is long.
const settingRetrySeconds = 300

const toPauseSeconds = (response: Response, now: number) => {
  const { status } = response
  if (wrongSetting.has(status)) return settingRetrySeconds
  const asked = readRetryAfterSeconds(response, now)
  // Cloudinary's rate limits start again every full hour.
  return asked === undefined && tooManyRequests.has(status)
    ? Math.ceil((hourMs - (now % hourMs)) / 1000)
    : asked
}
