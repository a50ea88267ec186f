import { RequestError } from '@octokit/request-error'
import { Octokit } from '@octokit/rest'
import { createBoundedFetch, createSameOriginFetch } from '../fetch/guarded-fetch.ts'

export interface GithubRepository {
  owner: string
  repo: string
  token: string
  ref: string
  /** The address of the GitHub API without a trailing slash. `undefined` means `https://api.github.com`. */
  apiUrl: string | undefined
}

interface GithubRequest {
  params?: Readonly<Record<string, string>>
  /** The media type to request from GitHub, as in `application/vnd.github.<media>`. */
  media: 'sha' | 'raw' | 'json'
  etag?: string | undefined
  signal: AbortSignal
}

type GetFromGithub = ReturnType<typeof createGithubClient>

/** GitHub sends no larger file (https://docs.github.com/rest/repos/contents). */
export const maxBytes = 100 * 2 ** 20
const timeoutMs = 20_000

const ignore = () => undefined
// With its default logger, Octokit writes a line to stderr for every 304 answer.
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

// Creates an Octokit client without plugins, because the plugins retry and would exceed our time limits.
export const createOctokit = (
  { token, apiUrl }: Pick<GithubRepository, 'token' | 'apiUrl'>,
  timeoutMs: number,
): Octokit => {
  const fetch = createBoundedFetch({ timeoutMs, maxBytes, fetch: createSameOriginFetch() })
  return new Octokit({
    auth: token,
    log: silent,
    userAgent: 'fresco',
    request: { fetch, log: silent },
    ...(apiUrl !== undefined && { baseUrl: apiUrl }),
  })
}

export const createGithubClient = (repository: GithubRepository, deadlineMs = timeoutMs) => {
  const { owner, repo } = repository
  const octokit = createOctokit(repository, deadlineMs)
  return async (route: string, { params, media, etag, signal }: GithubRequest) => {
    const { data, headers } = await octokit.request(`GET /repos/{owner}/{repo}${route}`, {
      owner,
      repo,
      ...params,
      mediaType: { format: media },
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      // Otherwise Octokit would parse the whole file at once. For a file of 4 MB, that would block all other requests.
      request: { signal, parseSuccessResponseBody: false },
    })
    const body = data as ReadableStream<Uint8Array> | null | ''
    const pieces = body ? await Array.fromAsync(body) : []
    return { pieces, etag: headers.etag }
  }
}

/** Reads a file of a GitHub repository (https://docs.github.com/rest/repos/contents). */
export const readGithubFile = async (
  get: GetFromGithub,
  { path, commit, signal }: { path: string; commit: string; signal: AbortSignal },
): Promise<readonly Uint8Array[]> => {
  const params = { path, commit }
  const { pieces } = await get('/contents/{path}?ref={commit}', { params, media: 'raw', signal })
  return pieces
}

/** Handles the failure to read a list that a catalogue may lack. */
export const emptyIfMissing = (error: unknown): readonly Uint8Array[] => {
  if (error instanceof RequestError && error.status === 404) return [Buffer.from('[]')]
  throw error
}
