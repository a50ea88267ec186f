import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCloudinaryApi } from '../../../../server/adapters/cloudinary/api.ts'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import { type CloudinaryEmulator, startCloudinary } from '../../../emulators/cloudinary.ts'
import { type CloudinaryFault, cloudinaryFaults } from '../../../emulators/cloudinary-faults.ts'

const problems: Record<CloudinaryFault, RegExp> = {
  hang: /did not answer within 0.3 s/,
  'stalled body': /did not answer within 0.3 s/,
  'cut body': /could not be reached \(UND_ERR_SOCKET\)/,
  'refused connection': /could not be reached \((UND_ERR_SOCKET|ECONNRESET)\)/,
  'malformed JSON': /not a list of images/,
  'too large a body': /could not be reached \(the answer is larger than 8000000 bytes\)/,
  'HTML 502': /answered with status 502/,
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
  const failWith = (status: number, headers: Record<string, string>, now: number) =>
    list({
      fetch: async () => new Response('', { status, headers }),
      clock: () => now,
    }).catch((error) => error)

  it.each(cloudinaryFaults)('reports %s without a secret', async (fault) => {
    emulator.behave({ fault })
    const neverAnswers = fault === 'hang' || fault === 'stalled body'
    const options = neverAnswers ? { timeoutMs: 300 } : {}
    const error = await list(options).catch((error) => error)
    expect(error).toBeInstanceOf(DomainError)
    expect(error.code).toBe('IMAGE_HOST_UNAVAILABLE')
    expect(error.message).toMatch(problems[fault])
    expect(error.message).not.toContain(emulator.secret)
  })

  it('waits five minutes after a wrong setting', async () => {
    for (const status of [401, 403, 404])
      expect((await failWith(status, {}, 0)).retryAfterSeconds).toBe(300)
  })

  const now = Date.UTC(2026, 4, 1, 12, 40)
  it('waits after a used-up limit for the next full hour', async () => {
    for (const status of [420, 429])
      expect((await failWith(status, {}, now)).retryAfterSeconds).toBe(1_200)
  })

  it('waits as long as Retry-After asks for, whatever the status', async () => {
    for (const status of [420, 429, 500, 503])
      expect((await failWith(status, { 'Retry-After': '70' }, now)).retryAfterSeconds).toBe(70)
    expect((await failWith(503, {}, now)).retryAfterSeconds).toBeUndefined()
  })
})
