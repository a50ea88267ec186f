import { RequestError } from '@octokit/request-error'
import {
  createGithubClient,
  createOctokit,
  emptyIfMissing,
  readGithubFile,
} from '../../adapters/github/client.ts'
import { toGithubError } from '../../adapters/github/problem.ts'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import type { GithubConfig } from '../../config/config.ts'
import { CommandError } from '../program.ts'
import { PublishError } from './publish-error.ts'
import { type PublishedRows, toJsonFile } from './rows.ts'

export type CatalogueBranch = ReturnType<typeof createCatalogueBranch>

/** Returns the rows to store in `index.json` or `tags.json`. */
export type ChangeRows = (rows: readonly unknown[], list: keyof PublishedRows) => readonly unknown[]

const timeoutMs = 60_000

/**
 * The Git branch that holds the catalogue. Pushes are never forced, so commits that other people push at the same
 * time are not lost.
 * @see https://docs.github.com/rest/git
 */
export const createCatalogueBranch = (config: GithubConfig) => {
  const here = { owner: config.owner, repo: config.repo }
  const name = `${here.owner}/${here.repo}`
  const { repos, git } = createOctokit(config, timeoutMs).rest
  const get = createGithubClient(config)
  const throwPublishError = (error: unknown): never => {
    throw toPublishError(error, config)
  }

  const findHead = async (request: { signal: AbortSignal }) => {
    const { data } = await repos.get({ ...here, request })
    if (data.permissions?.push === false)
      throw new CommandError(
        `GITHUB_TOKEN is not allowed to write to ${name}: give it write access to contents`,
      )
    const branch =
      config.ref === 'HEAD' ? data.default_branch : config.ref.replace(/^refs\/heads\//, '')
    const ref = `heads/${branch}`
    const head = await git.getRef({ ...here, ref, request }).catch((error) => {
      if (!isStatus(error, 404, 409)) throw error
      throw new CommandError(
        `${name} has no branch ${branch}: set GITHUB_REF to a branch that has a commit`,
      )
    })
    return { branch, ref, head: head.data.object.sha }
  }
  const commit = async (message: string, change: ChangeRows, signal: AbortSignal) => {
    const request = { signal }
    const { branch, ref, head } = await findHead(request)
    const read = async (list: keyof PublishedRows) => {
      const path = `${list}.json`
      const reading = readGithubFile(get, { path, commit: head, signal })
      const { rows, json } = parseList(path, await reading.catch(emptyIfMissing))
      const next = change(rows, list)
      return { path, next, isChanged: JSON.stringify(next) !== json }
    }
    const files = await Promise.all([read('index'), read('tags')])
    if (!files.some(({ isChanged }) => isChanged)) return undefined
    const { data: old } = await git.getCommit({ ...here, commit_sha: head, request })
    const tree = []
    for (const { path, next } of files) {
      const content = toJsonFile(next)
      const { data: blob } = await git.createBlob({ ...here, content, encoding: 'utf-8', request })
      tree.push({ path, mode: '100644', type: 'blob', sha: blob.sha } as const)
    }
    const base = { base_tree: old.tree.sha, request }
    const { data: made } = await git.createTree({ ...here, ...base, tree })
    const parents = { message, tree: made.sha, parents: [head], request }
    const { sha } = (await git.createCommit({ ...here, ...parents })).data
    await git.updateRef({ ...here, ref, sha, force: false, request }).catch((error) => {
      if (!isStatus(error, 422, 409)) throw error
      throw new PublishError('TRY_AGAIN', `Somebody else pushed to ${branch} at the same time`)
    })
    return sha
  }
  return {
    /** @throws PublishError if GitHub says that the token cannot write to the branch */
    check: async (signal: AbortSignal): Promise<void> => {
      await findHead({ signal }).catch(throwPublishError)
    },
    /**
     * Commits index.json and tags.json to the branch. @returns the commit's SHA, or `undefined` if `change` changed
     * nothing
     * @throws PublishError `TRY_AGAIN` if another person or program pushed at the same time
     */
    commit: (message: string, change: ChangeRows, signal: AbortSignal) =>
      commit(message, change, signal).catch(throwPublishError),
  }
}

const parseList = (name: string, text: JsonText): { rows: readonly unknown[]; json: string } => {
  try {
    const rows: unknown = parseJsonText(text)
    if (Array.isArray(rows)) return { rows, json: JSON.stringify(rows) }
  } catch {
    // Text that is not valid JSON, or too nested to be written again, gets the same error message.
  }
  throw new CommandError(
    `${name} in the repository is not a list of rows. Fix it first. This command does not overwrite it`,
  )
}

const isStatus = (error: unknown, ...statuses: readonly number[]) =>
  error instanceof RequestError && statuses.includes(error.status)

// Makes a PublishError of a failed GitHub request. It never quotes GitHub's answer, which could hold a secret.
const toPublishError = (error: unknown, config: GithubConfig): unknown => {
  if (error instanceof CommandError) return error
  const { message, retryAfterSeconds } = toGithubError(error, config)
  const isRefused = error instanceof RequestError && error.response && error.status < 500
  if (isRefused && !message.includes('too many requests')) return new CommandError(message)
  return new PublishError('TRY_AGAIN', message, retryAfterSeconds)
}
