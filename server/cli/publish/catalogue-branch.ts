import { RequestError } from '@octokit/request-error'
import { createGithubClient, createOctokit, readGithubFile } from '../../adapters/github/client.ts'
import { toGithubError } from '../../adapters/github/problem.ts'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import type { GithubConfig } from '../../config/config.ts'
import { PublishError } from './publish-error.ts'
import { toJsonFile } from './rows.ts'

export interface CatalogueRows {
  index: readonly unknown[]
  tags: readonly unknown[]
}

export interface CatalogueBranch {
  /** @throws PublishError if GitHub says that the token cannot write to the branch */
  check(signal: AbortSignal): Promise<void>
  /**
   * Commits index.json and tags.json to the branch. @returns the commit's SHA, or `undefined` if `change` changed
   * nothing
   * @throws PublishError `TRY_AGAIN` if another person or program pushed at the same time
   */
  commit(
    message: string,
    change: (rows: CatalogueRows) => CatalogueRows,
    signal: AbortSignal,
  ): Promise<string | undefined>
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

  const findBranch = async (request: { signal: AbortSignal }): Promise<string> => {
    const { data } = await octokit.rest.repos.get({ ...here, request })
    if (data.permissions?.push === false) throw noRight(config)
    return ref === 'HEAD' ? data.default_branch : ref.replace(/^refs\/heads\//, '')
  }
  const readHead = async (branch: string, request: { signal: AbortSignal }): Promise<string> => {
    const { data } = await git.getRef({ ...here, ref: `heads/${branch}`, request })
    return data.object.sha
  }
  const readRows = async (name: string, commit: string, signal: AbortSignal) =>
    toArray(name, await readGithubFile(get, name, commit, signal).catch(emptyIfMissing))
  const makeCommit = async (
    parent: string,
    { index, tags }: CatalogueRows,
    message: string,
    request: { signal: AbortSignal },
  ) => {
    const { data: old } = await git.getCommit({ ...here, commit_sha: parent, request })
    const tree = []
    for (const [path, rows] of Object.entries({ 'index.json': index, 'tags.json': tags })) {
      const file = { content: toJsonFile(rows), encoding: 'utf-8', request }
      const { data: blob } = await git.createBlob({ ...here, ...file })
      tree.push({ path, mode: '100644', type: 'blob', sha: blob.sha } as const)
    }
    const base = { base_tree: old.tree.sha, request }
    const { data: made } = await git.createTree({ ...here, ...base, tree })
    const parents = { message, tree: made.sha, parents: [parent], request }
    return (await git.createCommit({ ...here, ...parents })).data.sha
  }
  const withPublishErrors = <T>(job: Promise<T>, signal: AbortSignal): Promise<T> =>
    job.catch((error) => {
      signal.throwIfAborted()
      throw toPublishError(error, config)
    })
  const commit = async (
    message: string,
    change: (rows: CatalogueRows) => CatalogueRows,
    signal: AbortSignal,
  ) => {
    const branch = await findBranch({ signal })
    const head = await readHead(branch, { signal })
    const [index, tags] = await Promise.all([
      readRows('index.json', head, signal),
      readRows('tags.json', head, signal),
    ])
    const next = change({ index, tags })
    if (JSON.stringify(next) === JSON.stringify({ index, tags })) return undefined
    const sha = await makeCommit(head, next, message, { signal })
    const update = { ref: `heads/${branch}`, sha, force: false, request: { signal } }
    await git.updateRef({ ...here, ...update }).catch((error) => {
      throw isStatus(error, 422, 409) ? moved(branch) : error
    })
    return sha
  }
  return {
    check: async (signal) => {
      const branch = findBranch({ signal })
      await withPublishErrors(
        branch.then((name) => readHead(name, { signal })),
        signal,
      )
    },
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
