import { apiErrorSchema } from '../../../shared/api-error.ts'
import { favoritesResponseSchema } from '../../../shared/favorites-api.ts'
import type { Problem } from '../../remote/problem.ts'

/** What came of a request; `undefined` when there was no complete answer. */
export type Answer =
  | { status: number; body: unknown; retryAfterMs?: number | undefined }
  | undefined

export type Decision =
  /** The account's list after the change. */
  | { kind: 'done'; favorites: string[] }
  /** Keep the change, and try again later. */
  | { kind: 'retry'; problem: Problem; retryAfterMs?: number | undefined }
  /** Keep the change; the token is not accepted. */
  | { kind: 'unauthorized' }
  /** The server will never make this change. */
  | { kind: 'refused'; reason: string }

/**
 * Statuses of 4xx that say nothing about the change itself (RFC 9110, RFC 8470): 404 and 405 are those
 * of a server that has no favorites at all, say because it was replaced by another.
 */
const notAboutTheChange = [404, 405, 408, 421, 425, 429]

/** Whether a change is kept or dropped. What is not clearly our server's refusal keeps it. */
export const decideAfter = (answer: Answer): Decision => {
  if (!answer) return { kind: 'retry', problem: { kind: 'unreachable' } }
  const { status, body, retryAfterMs } = answer
  if (status === 401) return { kind: 'unauthorized' }
  if (status >= 200 && status < 300) return decideAfterSuccess(body)
  const retry: Decision = { kind: 'retry', problem: { kind: 'refused', status }, retryAfterMs }
  if (status < 400 || status >= 500 || notAboutTheChange.includes(status)) return retry
  const { data } = apiErrorSchema.safeParse(body)
  // Without our own kind of error it is the answer of a proxy, or of a login page of the network.
  return data ? { kind: 'refused', reason: data.error } : retry
}

const decideAfterSuccess = (body: unknown): Decision => {
  const { data } = favoritesResponseSchema.safeParse(body)
  if (data) return { kind: 'done', favorites: data.favorites }
  return { kind: 'retry', problem: { kind: 'not-a-catalogue' } }
}
