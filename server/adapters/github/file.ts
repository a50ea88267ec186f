import { z } from 'zod'
import { type JsonText, parseJsonText } from '../../catalogue/json-text.ts'
import type { GetFromGithub, GithubAnswer } from './client.ts'

/** A file as GitHub describes it where raw content was not to be had; `content` is base64. */
const describedSchema = z.object({
  encoding: z.enum(['base64', 'none']),
  content: z.string(),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
})

/**
 * Reads a JSON file of the repository at a commit.
 * @see https://docs.github.com/rest/repos/contents
 */
export const readGithubFile = async (
  get: GetFromGithub,
  path: string,
  commit: string,
  signal: AbortSignal,
): Promise<JsonText> => {
  const answer = await get('/contents/{path}?ref={commit}', {
    params: { path, commit },
    media: 'raw',
    signal,
  })
  const described = toDescribed(answer)
  if (described === undefined) return answer.pieces
  if (described.encoding === 'base64') return [Buffer.from(described.content, 'base64')]
  return readBlob(get, described.sha, signal)
}

/** Above 1 MB a description holds no content. */
const readBlob = async (get: GetFromGithub, sha: string, signal: AbortSignal) => {
  const answer = await get('/git/blobs/{sha}', { params: { sha }, media: 'raw', signal })
  const described = toDescribed(answer)
  return described === undefined ? answer.pieces : [Buffer.from(described.content, 'base64')]
}

/** A catalogue's files are arrays: an object is GitHub's description of one, from a server that knows no raw type. */
const toDescribed = ({ pieces }: GithubAnswer) => {
  const first = pieces.find((piece) => piece.length > 0)?.[0]
  if (first !== '{'.charCodeAt(0)) return undefined
  try {
    return describedSchema.safeParse(parseJsonText(pieces)).data
  } catch {
    return undefined
  }
}
