import { Octokit } from '@octokit/rest'
import { z } from 'zod'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import { createBoundedFetch, createSameOriginFetch } from '../fetch/guarded-fetch.ts'

export interface GithubRepository {
  owner: string
  repo: string
  token: string
  ref: string
  /** Without a trailing slash. `undefined` means GitHub's own API. */
  apiUrl: string | undefined
}

interface GithubRequest {
  params?: Readonly<Record<string, string>>
  /** Requests `application/vnd.github.<media>`. Some servers ignore it. */
  media: 'sha' | 'raw'
  etag?: string | undefined
  signal: AbortSignal
}

type GetFromGithub = ReturnType<typeof createGithubClient>

// GitHub's limit for a file is 100 MB, which base64 makes a third longer.
const maxBytes = 140_000_000
const timeoutMs = 20_000

const ignore = () => undefined
// Otherwise Octokit writes a line to stderr for every 304.
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

// Octokit's plugins are left out, because they retry and wait past our deadlines.
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

export const createGithubClient = (repository: GithubRepository) => {
  const { owner, repo } = repository
  const octokit = createOctokit(repository, timeoutMs)
  return async (route: string, { params, media, etag, signal }: GithubRequest) => {
    const { data, headers } = await octokit.request(`GET /repos/{owner}/{repo}${route}`, {
      owner,
      repo,
      ...params,
      mediaType: { format: media },
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      // If Octokit parsed a file of 4 MB, it would block every other request meanwhile.
      request: { signal, parseSuccessResponseBody: false },
    })
    const body = data as ReadableStream<Uint8Array> | null | ''
    const pieces: JsonText = body ? await Array.fromAsync(body) : []
    return { pieces, etag: headers.etag }
  }
}

// The description of a file that some servers send instead of its raw content. `content` is base64.
const describedSchema = z.object({
  encoding: z.enum(['base64', 'none']),
  content: z.string(),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
})

// https://docs.github.com/rest/repos/contents
export const readGithubFile = async (
  get: GetFromGithub,
  path: string,
  commit: string,
  signal: AbortSignal,
): Promise<JsonText> => {
  const read = async (route: string, params: Record<string, string>) => {
    const { pieces } = await get(route, { params, media: 'raw', signal })
    return { pieces, described: toDescribed(pieces) }
  }
  const file = await read('/contents/{path}?ref={commit}', { path, commit })
  // The description of a file above 1 MB has no content.
  const { pieces, described } =
    file.described?.encoding === 'none'
      ? await read('/git/blobs/{sha}', { sha: file.described.sha })
      : file
  return described === undefined ? pieces : [Buffer.from(described.content, 'base64')]
}

// The files of a catalogue are JSON arrays. An object is a description from a server that ignores the raw media type.
const toDescribed = (pieces: JsonText) => {
  const first = pieces.find((piece) => piece.length > 0)?.[0]
  return first === '{'.charCodeAt(0) ? parseAs(describedSchema, pieces) : undefined
}

export const parseAs = <T>(schema: z.ZodType<T>, pieces: JsonText): T | undefined => {
  try {
    return schema.safeParse(parseJsonText(pieces)).data
  } catch {
    return undefined
  }
}
