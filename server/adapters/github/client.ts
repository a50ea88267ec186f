import { Octokit } from '@octokit/rest'
import type { JsonText } from '../../catalogue/json-text.ts'
import { createBoundedFetch } from '../fetch/bounded-fetch.ts'
import { createSameOriginFetch } from '../fetch/same-origin-fetch.ts'

export interface GithubRepository {
  owner: string
  repo: string
  token: string
  /** Branch, tag or commit. */
  ref: string
  /** Without a trailing slash; `undefined`: GitHub's own. */
  apiUrl: string | undefined
}

export interface GithubAnswer {
  /** The body, in the pieces it arrived in. */
  pieces: JsonText
  etag: string | undefined
}

export interface GithubRequest {
  /** What the URL's template names, `owner` and `repo` apart. */
  params?: Readonly<Record<string, string>>
  /** How the answer is asked for (`application/vnd.github.<media>`); some servers take no notice. */
  media: 'sha' | 'raw'
  etag?: string | undefined
  signal: AbortSignal
}

/** @throws what Octokit throws, also for 304 and for a body that is not whole */
export type GetFromGithub = (route: string, request: GithubRequest) => Promise<GithubAnswer>

/** 100 MB, GitHub's own limit for a file, in the longer form that base64 has. */
const maxBytes = 140_000_000
const timeoutMs = 20_000

interface OctokitOptions extends Pick<GithubRepository, 'token' | 'apiUrl'> {
  /** For one call, its whole body included. */
  timeoutMs: number
}

const ignore = () => undefined
/** Octokit would write a line to stderr for every 304. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** The official client without plugins: they would retry and wait past every deadline of ours. */
export const createOctokit = ({ token, apiUrl, timeoutMs }: OctokitOptions): Octokit => {
  const fetch = createBoundedFetch({ timeoutMs, maxBytes, fetch: createSameOriginFetch() })
  return new Octokit({
    auth: token,
    log: silent,
    userAgent: 'fresco',
    request: { fetch, log: silent },
    ...(apiUrl !== undefined && { baseUrl: apiUrl }),
  })
}

/** Reads from one repository. */
export const createGithubClient = ({
  owner,
  repo,
  token,
  apiUrl,
}: GithubRepository): GetFromGithub => {
  const octokit = createOctokit({ token, apiUrl, timeoutMs })
  return async (route, { params, media, etag, signal }) => {
    const { data, headers } = await octokit.request(`GET /repos/{owner}/{repo}${route}`, {
      owner,
      repo,
      ...params,
      mediaType: { format: media },
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      // Parsed by Octokit, a file of 4 MB would block every other request.
      request: { signal, parseSuccessResponseBody: false },
    })
    const body = data as ReadableStream<Uint8Array> | null | ''
    return { pieces: body ? await Array.fromAsync(body) : [], etag: headers.etag }
  }
}
