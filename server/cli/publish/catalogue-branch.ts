import { RequestError } from '@octokit/request-error'
import { createGithubClient, createOctokit, readGithubFile } from '../../adapters/github/client.ts'
import { toGithubError } from '../../adapters/github/problem.ts'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import type { GithubConfig } from '../../config/config.ts'
import { PublishError } from './publish-error.ts'
import { toJsonFile } from './rows.ts'

const lists = ['index', 'tags'] as const

/** Returns the rows to store in `index.json` or `tags.json`. */
export type ChangeRows = (
  rows: readonly unknown[],
  list: (typeof lists)[number],
) => readonly unknown[]

export interface CatalogueBranch {
  /** @throws PublishError if GitHub says that the token cannot write to the branch */
  check(signal: AbortSignal): Promise<void>
  /**
   * Commits index.json and tags.json to the branch. @returns the commit's SHA, or `undefined` if `change` changed
   * nothing
   * @throws PublishError `TRY_AGAIN` if another person or program pushed at the same time
   */
  commit(message: string, change: ChangeRows, signal: AbortSignal): Promise<string | undefined>
}

const timeoutMs = 60_000

/**
 * The Git branch that holds the catalogue. Pushes are never forced, so commits that other people push at the same
 * time are not lost.
 * @see https://docs.github.com/rest/git
 */
export const createCatalogueBranch = (config: GithubConfig): CatalogueBranch => {
  const { owner, repo, ref } = config
  const octokit = createOctokit(config, timeoutMs)
  const { git } = octokit.rest
  const get = createGithubClient(config)
  const here = { owner, repo }

  const findHead = async (request: { signal: AbortSignal }) => {
    const { data } = await octokit.rest.repos.get({ ...here, request })
    if (data.permissions?.push === false) throw noRight(config)
    const branch = ref === 'HEAD' ? data.default_branch : ref.replace(/^refs\/heads\//, '')
    const name = { ref: `heads/${branch}`, request }
    const head = await git.getRef({ ...here, ...name }).catch((error) => {
      throw isStatus(error, 404, 409) ? noBranch(config, branch) : error
    })
    return { branch, head: head.data.object.sha }
  }
  const commit = async (message: string, change: ChangeRows, signal: AbortSignal) => {
    const request = { signal }
    const { branch, head } = await findHead(request)
    const read = async (list: (typeof lists)[number]) => {
      const path = `${list}.json`
      const text = await readGithubFile(get, path, head, signal).catch(emptyIfMissing)
      const rows = toArray(path, text)
      const next = change(rows, list)
      return { path, next, isChanged: JSON.stringify(next) !== JSON.stringify(rows) }
    }
    const files = await Promise.all(lists.map(read))
    if (!files.some(({ isChanged }) => isChanged)) return undefined
    const { data: old } = await git.getCommit({ ...here, commit_sha: head, request })
    const tree = []
    for (const { path, next } of files) {
      const file = { content: toJsonFile(next), encoding: 'utf-8', request }
      const { data: blob } = await git.createBlob({ ...here, ...file })
      tree.push({ path, mode: '100644', type: 'blob', sha: blob.sha } as const)
    }
    const base = { base_tree: old.tree.sha, request }
    const { data: made } = await git.createTree({ ...here, ...base, tree })
    const parents = { message, tree: made.sha, parents: [head], request }
    const { sha } = (await git.createCommit({ ...here, ...parents })).data
    const update = { ref: `heads/${branch}`, sha, force: false, request }
    await git.updateRef({ ...here, ...update }).catch((error) => {
      throw isStatus(error, 422, 409) ? moved(branch) : error
    })
    return sha
  }
  const withPublishErrors = <T>(job: Promise<T>, signal: AbortSignal): Promise<T> =>
    job.catch((error) => {
      signal.throwIfAborted()
      throw toPublishError(error, config)
    })
  return {
    check: async (signal) => void (await withPublishErrors(findHead({ signal }), signal)),
    commit: (message, change, signal) => withPublishErrors(commit(message, change, signal), signal),
  }
}

const toArray = (name: string, text: JsonText): readonly unknown[] => {
  try {
    const rows: unknown = parseJsonText(text)
    if (Array.isArray(rows)) return rows
  } catch {
    // Text that is not valid JSON gets the same error message as JSON that is not a list of rows.
  }
  throw new PublishError(
    'CANNOT_PUBLISH',
    `${name} in the repository is not a list of rows. Fix it first. This command does not overwrite it`,
  )
}

const emptyIfMissing = (error: unknown): JsonText => {
  if (isStatus(error, 404)) return [new TextEncoder().encode('[]')]
  throw error
}

const isStatus = (error: unknown, ...statuses: readonly number[]) =>
  error instanceof RequestError && statuses.includes(error.status)

const moved = (branch: string) =>
  new PublishError('TRY_AGAIN', `Somebody else pushed to ${branch} at the same time`)

const noRight = ({ owner, repo }: GithubConfig) =>
  new PublishError(
    'CANNOT_PUBLISH',
    `GITHUB_TOKEN is not allowed to write to ${owner}/${repo}: give it write access to contents`,
  )

const noBranch = ({ owner, repo }: GithubConfig, branch: string) =>
  new PublishError(
    'CANNOT_PUBLISH',
    `${owner}/${repo} has no branch ${branch}: set GITHUB_REF to a branch that has a commit`,
  )

// Makes a PublishError of a failed GitHub request. It never quotes GitHub's answer, which could hold a secret.
const toPublishError = (error: unknown, config: GithubConfig): Error => {
  if (error instanceof PublishError) return error
  const { message, retryAfterSeconds } = toGithubError(error, config, Date.now)
  if (isPassing(error, message))
    return new PublishError('TRY_AGAIN', message, { retryAfterSeconds })
  const { owner, repo } = config
  if (error instanceof RequestError && [403, 404].includes(error.status))
    return new PublishError(
      'CANNOT_PUBLISH',
      `GitHub does not let GITHUB_TOKEN write to ${owner}/${repo} (${error.status}): check GITHUB_OWNER and GITHUB_REPO, and that the token has write access to contents`,
    )
  return new PublishError('CANNOT_PUBLISH', message)
}

const isPassing = (error: unknown, message: string): boolean =>
  !(error instanceof RequestError) ||
  error.response === undefined ||
  error.status >= 500 ||
  message.includes('too many requests')
