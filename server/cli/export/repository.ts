import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../program.ts'

export interface Repository {
  owner: string
  repo: string
}

interface FetchOptions extends Repository {
  /** A branch, a tag, a commit or `HEAD`. */
  ref: string
  token: string
  /** The web address of GitHub, without a path. */
  host: string
  dir: string
  /** The environment in which Git runs. */
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** Parses `user/repo`, or the address of a repository at GitHub. */
export const readRepository = (text: string): Repository | undefined => {
  const [, owner, repo] =
    /^(?:https:\/\/github\.com\/|github\.com\/)?([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(text) ??
    []
  return owner && repo && !/^\.+$/.test(repo) ? { owner, repo } : undefined
}

/**
 * Gets the newest files of a repository with Git. A later call downloads only what has changed since then.
 * @returns the folder with the files
 * @throws CommandError
 */
export const fetchRepository = async (options: FetchOptions): Promise<string> => {
  const { owner, repo, ref, token, host, dir, env, signal } = options
  const folder = join(dir, `${owner}-${repo}`)
  const git = async (...args: string[]) => {
    try {
      await promisify(execFile)('git', ['-C', folder, ...args], {
        env: { ...env, ...toSettings(host, token) },
        signal,
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw new CommandError(describeGitFailure(cause, `${owner}/${repo}`), { cause })
    }
  }
  await mkdir(folder, { recursive: true })
  // A killed run can leave Git's lock file behind, and Git would refuse to work.
  await rm(join(folder, '.git', 'index.lock'), { force: true })
  await git('init', '--quiet')
  await git('fetch', '--quiet', '--depth', '1', `${host}/${owner}/${repo}.git`, ref)
  await git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  return folder
}

// The token is passed in the environment, because other users of the machine can read a program's arguments.
const toSettings = (host: string, token: string) => ({
  GIT_TERMINAL_PROMPT: '0',
  ...(token !== '' && {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${host}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${btoa(`x-access-token:${token}`)}`,
  }),
})

const describeGitFailure = (cause: unknown, name: string) => {
  const { code, stderr = '' } = Object(cause)
  if (code === 'ENOENT')
    return 'Git is not installed: install it, or download the repository yourself'
  const reason = String(stderr).trim().split('\n').at(-1) ?? ''
  return `The repository ${name} could not be read: ${reason.replace(/^fatal: /, '')}`
}
