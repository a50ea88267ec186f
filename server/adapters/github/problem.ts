import { RequestError } from '@octokit/request-error'
import { z } from 'zod'
import { readRetryAfterSeconds } from '../../../shared/retry-after.ts'
import { DomainError } from '../../domain-error.ts'
import { RedirectError } from '../fetch/guarded-fetch.ts'
import type { GithubRepository } from './client.ts'

// The pause after an error that only the operator can correct, such as a bad token.
const longSeconds = 300
// The pause that GitHub recommends when a secondary rate limit is exceeded and the answer does not name one.
const limitedSeconds = 60

/**
 * Turns a failed GitHub request into a DomainError. The message quotes neither the request nor the response, because
 * either may contain the access token.
 */
export const toGithubError = (
  error: unknown,
  { owner, repo, ref }: GithubRepository,
): DomainError => {
  if (error instanceof DomainError) return error
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return unavailable('GitHub answered with something that is not from its API')
  if (!(error instanceof RequestError) || error.response === undefined)
    return unavailable(`GitHub could not be reached (${describeConnectionFailure(error)})`)
  const { status } = error
  if (status === 401)
    return unavailable(
      'GitHub refused GITHUB_TOKEN (401): the token is wrong or has expired',
      longSeconds,
    )
  const wait = toWaitSeconds(error)
  if (status >= 500) return unavailable(`GitHub has an internal problem (${status})`, wait)
  if (wait) return unavailable(`GitHub has received too many requests (${status})`, wait)
  return unavailable(
    `GitHub has no ${owner}/${repo} at ${ref} for this token (${status}): check GITHUB_OWNER, GITHUB_REPO, GITHUB_REF and the permissions of GITHUB_TOKEN`,
    longSeconds,
  )
}

const unavailable = (text: string, retryAfterSeconds?: number) =>
  new DomainError('CATALOGUE_UNAVAILABLE', text, { retryAfterSeconds })

// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
const toWaitSeconds = (error: RequestError): number | undefined => {
  const headers = error.response?.headers ?? {}
  const asked = readRetryAfterSeconds({
    headers: new Headers({ 'Retry-After': `${headers['retry-after'] ?? ''}` }),
  })
  if (asked !== undefined) return asked
  if (error.status !== 403 && error.status !== 429) return undefined
  if (headers['x-ratelimit-remaining'] === '0') {
    const now = Date.parse(headers.date ?? '') || Date.now()
    const seconds = Number(headers['x-ratelimit-reset']) - now / 1000
    return seconds > 0 ? Math.ceil(seconds) : limitedSeconds
  }
  return error.status === 429 || /rate limit/i.test(error.message) ? limitedSeconds : undefined
}

const describeConnectionFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof RedirectError) return error.message
  if (error.name === 'TimeoutError') return 'it did not answer completely in time'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : describeConnectionFailure(error.cause)
}
