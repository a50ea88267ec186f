import { FrescoError } from '../../../shared/client/fresco-error.ts'
import type { Instance } from '../../../shared/service-api.ts'
import { connect, toProblem } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Problem } from '../../remote/problem.ts'
import type { ShareLink } from './server-address.ts'

const deadlineMs = 8_000

export type ServerCheck =
  | { kind: 'connected'; instance: Instance }
  | { kind: 'problem'; problem: Problem }

/** Asks a server for its name and version (`GET /api/instance`). Never throws. */
export const checkServer = async (server: string, fetch?: Fetch): Promise<ServerCheck> => {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    return { kind: 'connected', instance: await connect(server, { fetch }).getInstance({ signal }) }
  } catch (error) {
    return { kind: 'problem', problem: toProblem(error) }
  }
}

export type ListCheck =
  | { kind: 'found'; name: string; count: number }
  | { kind: 'problem'; problem: Problem }

/** Asks a server for a user's public favorites (`GET /api/favorites/{username}`). Never throws. */
export const checkList = async (
  { server, username }: ShareLink,
  fetch?: Fetch,
): Promise<ListCheck> => {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const list = await connect(server, { fetch }).getPublicFavorites(username, { signal })
    return { kind: 'found', name: list.displayName || username, count: list.favoritesCount }
  } catch (error) {
    const problem: Problem = isUnknownUser(error)
      ? { kind: 'no-list', list: `@${username}` }
      : toProblem(error)
    return { kind: 'problem', problem }
  }
}

// A different kind of server also answers 404, but not with an error in the API's format.
const isUnknownUser = (error: unknown) =>
  error instanceof FrescoError && error.code === 'REFUSED' && error.status === 404
