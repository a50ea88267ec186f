import { RequestError } from '@octokit/request-error'
import { createGithubClient, createOctokit, readGithubFile } from '../../adapters/github/client.ts'
import { toGithubError } from '../../adapters/github/problem.ts'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import type { GithubConfig } from '../../config/github-settings.ts'
import { PublishProblem } from './publish-error.ts'
import { toJsonFile } from './rows.ts'

/** The rows of both files, whatever others wrote into them. */
export interface CatalogueRows {
  index: readonly unknown[]
  tags: readonly unknown[]
}

export interface CatalogueBranch {
  /** @throws PublishProblem unless the branch can be written to, as far as that can be known before */
  check(signal: AbortSignal): Promise<void>
  /**
   * Puts both files on the branch as one commit; none when `change` changes nothing.
   * @param change called anew with what is there, each time somebody else was quicker
   * @returns the commit, `undefined` when none was needed
   */
  commit(
    message: string,
    change: (rows: CatalogueRows) => CatalogueRows,
    signal: AbortSignal,
  ): Promise<string | undefined>
}

const timeoutMs = 60_000

/**
 * The branch of a repository that a catalogue is on. It is only ever moved forward: what others pushed
 * in the meantime is read, kept and built upon.
 * @see https://docs.github.com/rest/git
 */
export const createCatalogueBranch = (config: GithubConfig): CatalogueBranch => {
  const { owner, repo, token, ref, apiUrl } = config
  const octokit = createOctokit({ token, apiUrl, timeoutMs })
  const { git } = octokit.rest
  const get = createGithubClient(config)
  const here = { owner, repo }

  const findBranch = async (signal: AbortSignal): Promise<string> => {
    const { data } = await octokit.rest.repos.get({ ...here, request: { signal } })
    if (data.permissions?.push === false) throw noRight(config)
    return ref === 'HEAD' ? data.default_branch : ref.replace(/^refs\/heads\//, '')
  }
  const readHead = async (branch: string, signal: AbortSignal): Promise<string> => {
    const name = { ref: `heads/${branch}`, request: { signal } }
    const { data } = await git.getRef({ ...here, ...name }).catch((error) => {
      throw isStatus(error, 404, 409) ? noBranch(config, branch) : error
    })
    return data.object.sha
  }
  const readRows = async (commit: string, signal: AbortSignal): Promise<CatalogueRows> => {
    const [index, tags] = await Promise.all(
      ['index.json', 'tags.json'].map(async (name) =>
        toArray(name, await readGithubFile(get, name, commit, signal).catch(emptyIfMissing)),
      ),
    )
    return { index: index ?? [], tags: tags ?? [] }
  }
  const makeCommit = async (
    parent: string,
    rows: CatalogueRows,
    message: string,
    signal: AbortSignal,
  ) => {
    const request = { signal }
    const { data: old } = await git.getCommit({ ...here, commit_sha: parent, request })
    const tree = []
    for (const [path, content] of Object.entries(toFiles(rows))) {
      const { data: blob } = await git.createBlob({ ...here, content, encoding: 'utf-8', request })
      tree.push({ path, mode: '100644', type: 'blob', sha: blob.sha } as const)
    }
    const base = { base_tree: old.tree.sha, request }
    const { data: made } = await git.createTree({ ...here, ...base, tree })
    const parents = { message, tree: made.sha, parents: [parent], request }
    return (await git.createCommit({ ...here, ...parents })).data.sha
  }

  const withProblems = async <T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await job()
    } catch (error) {
      signal.throwIfAborted()
      throw toGithubProblem(error, config)
    }
  }

  return {
    check: (signal) =>
      withProblems(async () => void (await readHead(await findBranch(signal), signal)), signal),
    commit: (message, change, signal) =>
      withProblems(async () => {
        const branch = await findBranch(signal)
        const head = await readHead(branch, signal)
        const rows = await readRows(head, signal)
        const next = change(rows)
        if (JSON.stringify(next) === JSON.stringify(rows)) return undefined
        const sha = await makeCommit(head, next, message, signal)
        const update = { ref: `heads/${branch}`, sha, force: false, request: { signal } }
        await git.updateRef({ ...here, ...update }).catch((error) => {
          throw isStatus(error, 422, 409) ? moved(branch) : error
        })
        return sha
      }, signal),
  }
}

const toFiles = ({ index, tags }: CatalogueRows) => ({
  'index.json': toJsonFile(index),
  'tags.json': toJsonFile(tags),
})

const toArray = (name: string, text: JsonText): readonly unknown[] => {
  try {
    const rows: unknown = parseJsonText(text)
    if (Array.isArray(rows)) return rows
  } catch {
    // Said below, in words for people.
  }
  throw new PublishProblem(
    'stop',
    `The ${name} in the repository is no list of rows: mend it first, nothing of it is overwritten`,
  )
}

const emptyIfMissing = (error: unknown): JsonText => {
  if (isStatus(error, 404)) return [new TextEncoder().encode('[]')]
  throw error
}

const isStatus = (error: unknown, ...statuses: readonly number[]) =>
  error instanceof RequestError && statuses.includes(error.status)

const moved = (branch: string) =>
  new PublishProblem('again', `Somebody else pushed to ${branch}: it is read again`)

const noRight = ({ owner, repo }: GithubConfig) =>
  new PublishProblem(
    'stop',
    `GITHUB_TOKEN may not write to ${owner}/${repo}: it needs the right to write contents`,
  )

const noBranch = ({ owner, repo }: GithubConfig, branch: string) =>
  new PublishProblem(
    'stop',
    `${owner}/${repo} has no branch ${branch}: GITHUB_REF accepts a branch that has a commit`,
  )

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
