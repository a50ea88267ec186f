import { connect, isNotFound } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { type Problem, problemOf } from '../../remote/problem.ts'
import type { ShareLink } from '../settings/server-address.ts'

const deadlineMs = 8_000

export const checkServer = async (server: string, fetch?: Fetch) => {
  try {
    const instance = await connect(server, { fetch, deadlineMs }).getInstance()
    return { kind: 'connected' as const, instance }
  } catch (error) {
    return toFailure(problemOf(error))
  }
}

export const checkList = async ({ server, username }: ShareLink, fetch?: Fetch) => {
  try {
    const list = await connect(server, { fetch, deadlineMs }).getPublicFavorites(username)
    const name = list.displayName || username
    return { kind: 'found' as const, name, count: list.favoritesCount }
  } catch (error) {
    return toFailure(
      isNotFound(error) ? { kind: 'no-list', list: `@${username}` } : problemOf(error),
    )
  }
}

const toFailure = (problem: Problem) => ({ kind: 'problem' as const, problem })
