import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCloudinaryApi } from '../../../../server/adapters/cloudinary/api.ts'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import {
  type CloudinaryEmulator,
  type CloudinaryFault,
  cloudinaryFaults,
  startCloudinary,
} from '../../../emulators/cloudinary.ts'

const problems: Record<CloudinaryFault, RegExp> = {
  hang: /did not answer within 0.3 s/,
  'cut body': /could not be reached \(UND_ERR_SOCKET\)/,
  'refused connection': /could not be reached \((UND_ERR_SOCKET|ECONNRESET)\)/,
  'malformed JSON': /not a list of images/,
  '500': /answered with status 500/,
  '400': /answered with status 400: Invalid image file/,
  '401': /refuses the API key \(401\): check CLOUDINARY_URL/,
  '404': /does not know the cloud name \(404\): check CLOUDINARY_URL/,
  '420': /hourly limit .+ is used up \(420\)/,
  redirect: /answered with status 302/,
}

describe('createCloudinaryApi', () => {
  let emulator: CloudinaryEmulator
  beforeAll(async () => {
    emulator = await startCloudinary()
  })
  afterAll(() => emulator.stop())

  const list = async (options: Partial<Parameters<typeof createCloudinaryApi>[0]> = {}) => {
    const account = cloudinaryUrlSchema.parse(emulator.cloudinaryUrl)
    const api = createCloudinaryApi({ account, timeoutMs: 20_000, ...options })
    return api.list(undefined, new AbortController().signal)
  }

  it.each(cloudinaryFaults)('reports %s without a secret', async (fault) => {
    emulator.behave({ fault })
    const timeoutMs = fault === 'hang' ? 300 : 20_000
    const error = await list({ timeoutMs }).catch((error) => error)
    expect(error).toBeInstanceOf(DomainError)
    expect(error.code).toBe('IMAGE_HOST_UNAVAILABLE')
    expect(error.message).toMatch(problems[fault])
    expect(error.message).not.toContain(emulator.secret)
  })

  it.each<[number[], Record<string, string>, number | undefined]>([
    [[401, 403, 404], {}, 300],
    // The hourly limit starts again at the next full hour.
    [[420, 429], {}, 1_200],
    [[420, 429, 500, 503], { 'Retry-After': '70' }, 70],
    [[503], {}, undefined],
  ])('waits after each of %j with %j for %s seconds', async (statuses, headers, seconds) => {
    const clock = () => Date.UTC(2026, 4, 1, 12, 40)
    for (const status of statuses) {
      const fetch = async () => new Response('', { status, headers })
      await expect(list({ fetch, clock })).rejects.toMatchObject({ retryAfterSeconds: seconds })
    }
  })
})
