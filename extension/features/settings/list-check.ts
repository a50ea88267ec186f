import { apiErrorSchema } from '../../../shared/api-error.ts'
import { publicFavoritesSchema } from '../../../shared/favorites-api.ts'
import { type Fetch, get, readJson } from '../../platform/http.ts'
import type { Problem } from '../wallpaper/problem.ts'
import type { ShareLink } from './parse-share-link.ts'

const DEADLINE_MS = 8_000

export type ListCheck =
  | { kind: 'found'; name: string; count: number }
  | { kind: 'problem'; problem: Problem }

/** Asks a server for somebody's favorites (`GET /api/favorites/{username}`); it never throws. */
export const checkList = async (
  { server, username }: ShareLink,
  fetch?: Fetch,
): Promise<ListCheck> => {
  try {
    const url = `${server}/api/favorites/${encodeURIComponent(username)}`
    const response = await get(url, { deadlineMs: DEADLINE_MS, ...(fetch && { fetch }) })
    return toCheck(response, await readJson(response), username)
  } catch {
    return { kind: 'problem', problem: { kind: 'unreachable' } }
  }
}

const toCheck = ({ ok, status }: Response, body: unknown, username: string): ListCheck => {
  if (status === 404 && apiErrorSchema.safeParse(body).success)
    return { kind: 'problem', problem: { kind: 'no-list', list: `@${username}` } }
  if (!ok && status !== 404) return { kind: 'problem', problem: { kind: 'refused', status } }
  const { data } = publicFavoritesSchema.safeParse(body)
  if (!data) return { kind: 'problem', problem: { kind: 'not-a-catalogue' } }
  return { kind: 'found', name: data.displayName || username, count: data.favoritesCount }
}
