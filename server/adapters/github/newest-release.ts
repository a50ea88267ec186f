import { z } from 'zod'
import type { FetchRelease } from '../../ports.ts'
import { createBoundedFetch, createSameOriginFetch } from '../fetch/guarded-fetch.ts'

const timeoutMs = 10_000
const maxBytes = 1_000_000

const releaseSchema = z.object({
  tag_name: z.string().regex(/^v?\d+\.\d+\.\d+/),
  html_url: z.url({ protocol: /^https?$/ }),
})

/**
 * Reads the newest release, with the ETag of the last answer. The request names neither this server nor its version.
 * @see https://docs.github.com/rest/releases/releases#get-the-latest-release
 */
export const createReleaseReader = (url: string): FetchRelease => {
  const boundedFetch = createBoundedFetch({ timeoutMs, maxBytes, fetch: createSameOriginFetch() })
  return async (etag) => {
    const headers = {
      Accept: 'application/vnd.github+json',
      'User-Agent': 'fresco',
      ...(etag !== undefined && { 'If-None-Match': etag }),
    }
    const answer = await boundedFetch(url, { headers })
    if (answer.status === 304) return { release: undefined, etag }
    if (answer.status !== 200) throw new Error(`The answer has the status ${answer.status}`)
    const { tag_name: tag, html_url: page } = releaseSchema.parse(await answer.json())
    const release = { version: tag.replace(/^v/, ''), url: page }
    return { release, etag: answer.headers.get('ETag') ?? undefined }
  }
}
