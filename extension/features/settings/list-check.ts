import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { connect, toProblem } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Problem } from '../../remote/problem.ts'
import type { ShareLink } from './parse-share-link.ts'

const deadlineMs = 8_000

export type ListCheck =
  | { kind: 'found'; name: string; count: number }
  | { kind: 'problem'; problem: Problem }

/** Asks a server for somebody's favorites (`GET /api/favorites/{username}`); it never throws. */
export const checkList = async (
  { server, username }: ShareLink,
  fetch?: Fetch,
): Promise<ListCheck> => {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const list = await connect(server, { fetch }).getPublicFavorites(username, { signal })
    return { kind: 'found', name: list.displayName || username, count: list.favoritesCount }
  } catch (error) {
    const problem: Problem = isNobody(error)
      ? { kind: 'no-list', list: `@${username}` }
      : toProblem(error)
    return { kind: 'problem', problem }
  }
}

/** A server of another kind has no such path either, but not in the words of the API. */
const isNobody = (error: unknown) =>
  error instanceof FrescoError && error.code === 'REFUSED' && error.status === 404
