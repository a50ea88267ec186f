import { hash } from 'node:crypto'
import { dayMs } from '../../../shared/days.ts'
import { encodePath } from '../../../shared/ids.ts'
import { readRetryAfterSeconds } from '../../../shared/retry-after.ts'
import type { FileFolder } from '../../catalogue/catalogue.ts'
import type { RemotePictures } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import { AnswerTooLargeError, createBoundedFetch, createSameOriginFetch } from './guarded-fetch.ts'

const limits = { timeoutMs: 60_000, stallMs: 5_000, maxBytes: 100_000_000 }
const weekMs = 7 * dayMs

/**
 * Reads the pictures of a catalogue whose files are public, from a web server, a CDN or an image host.
 * @param filesUrl the address of the folder that contains `main/` and `cache/`
 */
export const createWebPictures = (filesUrl: string): RemotePictures => {
  const send = createBoundedFetch({ ...limits, fetch: createSameOriginFetch() })
  const urlOf = (folder: FileFolder, file: string) => `${filesUrl}/${folder}/${encodePath(file)}`
  return {
    // A web server does not list its files, so a picture that was replaced under its name is noticed after a week.
    contentOf: (folder, file) =>
      hash('sha256', `${Math.floor(Date.now() / weekMs)} ${urlOf(folder, file)}`),
    read: async (folder, file) => {
      const response = await send(urlOf(folder, file)).catch((error) => {
        if (error instanceof AnswerTooLargeError) throw missing(file, error.message)
        throw error
      })
      if (response.ok) return Array.fromAsync(response.body ?? [])
      if (isLost(response.status)) throw missing(file, `the status is ${response.status}`)
      throw toFailure(response)
    },
  }
}

// With any other status, a later attempt may help. 408 is a timeout and 429 means too many requests.
export const isLost = (status: number) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

const missing = (file: string, reason: string) =>
  new DomainError('NOT_FOUND', `The picture ${file} cannot be read: ${reason}`)

const toFailure = (response: Response) =>
  new DomainError('BUSY', `The host of the pictures answered with ${response.status}`, {
    retryAfterSeconds: readRetryAfterSeconds(response),
  })
