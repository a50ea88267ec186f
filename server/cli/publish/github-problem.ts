import { RequestError } from '@octokit/request-error'
import { toGithubError } from '../../adapters/github/problem.ts'
import type { GithubConfig } from '../../config/github-settings.ts'
import { PublishProblem } from './problem.ts'

/** Why GitHub did not do what was asked of it; nothing of its answer is in the text. */
export const toGithubProblem = (error: unknown, config: GithubConfig): Error => {
  if (error instanceof PublishProblem) return error
  const { message, retryAfterSeconds } = toGithubError(error, config, Date.now)
  if (isPassing(error, message)) return new PublishProblem('again', message, { retryAfterSeconds })
  const { owner, repo } = config
  if (error instanceof RequestError && [403, 404].includes(error.status))
    return new PublishProblem(
      'stop',
      `GitHub does not let GITHUB_TOKEN write to ${owner}/${repo} (${error.status}): check GITHUB_OWNER, GITHUB_REPO and that the token may write contents`,
    )
  return new PublishProblem('stop', message)
}

/** An answer that never came, one that says it is a failure of theirs, or one that asks for patience. */
const isPassing = (error: unknown, message: string): boolean =>
  !(error instanceof RequestError) ||
  error.response === undefined ||
  error.status >= 500 ||
  message.includes('too many requests')
