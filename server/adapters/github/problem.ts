import { RequestError } from '@octokit/request-error'
import { DomainError } from '../../domain-error.ts'
import { toRetryAfterSeconds } from '../fetch/retry-after.ts'
import { RedirectError } from '../fetch/same-origin-fetch.ts'
import type { GithubRepository } from './client.ts'

/** What nobody but the operator can mend is not asked for often. */
const longSeconds = 300
/** GitHub's advice where a secondary limit names no time. */
const limitedSeconds = 60

interface Problem {
  text: string
  retryAfterSeconds?: number
}

/**
 * Why GitHub could not be read, in words for the operator. Nothing of the answer or of the request is
 * in it: they may hold the token.
 */
export const toGithubError = (
  error: unknown,
  repository: GithubRepository,
  clock: () => number,
): DomainError => {
  if (error instanceof DomainError) return error
  const { text, retryAfterSeconds } = toProblem(error, repository, clock)
  return new DomainError('CATALOGUE_UNAVAILABLE', text, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

const toProblem = (
  error: unknown,
  { owner, repo, ref }: GithubRepository,
  clock: () => number,
): Problem => {
  if (!(error instanceof RequestError) || error.response === undefined)
    return { text: `GitHub cannot be reached (${toReason(error)})` }
  const { status } = error
  const waitSeconds = toWaitSeconds(error, clock)
  if (status === 401)
    return {
      text: 'GitHub refuses GITHUB_TOKEN (401): it is wrong or has expired',
      retryAfterSeconds: longSeconds,
    }
  const wait = waitSeconds !== undefined && { retryAfterSeconds: waitSeconds }
  if (status >= 500) return { text: `GitHub is out of order (${status})`, ...wait }
  if (wait) return { text: `GitHub has had too many requests (${status})`, ...wait }
  return {
    text: `GitHub does not give ${owner}/${repo} at ${ref} (${status}): check GITHUB_OWNER, GITHUB_REPO, GITHUB_REF and what GITHUB_TOKEN may read`,
    retryAfterSeconds: longSeconds,
  }
}

/**
 * When a limited request may be sent again; `undefined` when it was refused for another reason.
 * @see https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const toWaitSeconds = (error: RequestError, clock: () => number): number | undefined => {
  const headers = error.response?.headers ?? {}
  const asked = toRetryAfterSeconds(headers['retry-after'], clock())
  if (asked !== undefined) return asked
  if (error.status !== 403 && error.status !== 429) return undefined
  if (headers['x-ratelimit-remaining'] === '0') {
    const now = Date.parse(headers.date ?? '') || clock()
    const seconds = Number(headers['x-ratelimit-reset']) - now / 1000
    return seconds > 0 ? Math.ceil(seconds) : limitedSeconds
  }
  return error.status === 429 || /rate limit/i.test(error.message) ? limitedSeconds : undefined
}

/** The code of the network's error, or what kind of error it is. */
const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof RedirectError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (error.name === 'TimeoutError') return 'no whole answer in time'
  if (typeof code === 'string') return code
  return error.cause === undefined ? error.name : toReason(error.cause)
}
