import { createClerkClient } from '@clerk/backend'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import { DomainError } from '../../domain-error.ts'
import { favoritesFull } from '../../favorites/favorites.ts'

const clerkUserSchema = z.object({
  id: z.string(),
  username: z.string().nullish(),
  firstName: z.string().nullish(),
  imageUrl: z.string().nullish(),
  publicMetadata: z.record(z.string(), z.unknown()).catch({}),
})
export type ClerkUser = z.infer<typeof clerkUserSchema>

export type ClerkApi = ReturnType<typeof createClerkApi>

interface ClerkApiOptions {
  secretKey: string
  publishableKey: string
  apiUrl: string | undefined
  deadlineMs?: number
}

export const createClerkApi = ({
  secretKey,
  publishableKey,
  apiUrl,
  deadlineMs = 5_000,
}: ClerkApiOptions) => {
  const client = createClerkClient({
    secretKey,
    publishableKey,
    ...(apiUrl !== undefined && { apiUrl }),
    telemetry: { disabled: true },
  })
  // Clerk's SDK sets no time limit for a request and offers no way to cancel a request.
  const call = async (answer: Promise<unknown>): Promise<ClerkUser | undefined> => {
    try {
      const user = await pTimeout(answer, {
        milliseconds: deadlineMs,
        message: `Clerk did not answer within ${deadlineMs} ms`,
      })
      return clerkUserSchema.optional().parse(user)
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw toDomainError(error)
    }
  }

  return {
    verifySession: async (headers: Headers, jwtKey: string) => {
      // Clerk's SDK expects a whole browser request. A request that has only the login headers never makes the SDK
      // answer with a redirect to Clerk (a "handshake"), which a client of an API could not follow.
      const request = new Request('https://fresco.invalid', { headers })
      const options = { jwtKey, acceptsToken: 'session_token' } as const
      // While a Clerk session has unfinished tasks (such as choosing an organization), Clerk sets `isAuthenticated`
      // but not `userId`. Such a user is not signed in.
      const auth = (await client.authenticateRequest(request, options)).toAuth()
      return auth?.userId ? { userId: auth.userId, party: auth.sessionClaims.azp } : undefined
    },
    findUser: (userId: string) => call(client.users.getUser(userId)),
    findUserByName: (username: string) => {
      // Clerk compares usernames exactly. If upper case is allowed in Clerk's settings, two usernames may differ
      // only in case, and the exact match is preferred.
      const names = [...new Set([username, username.toLowerCase()])]
      const found = client.users.getUserList({ username: names, limit: names.length })
      const pick = (data: readonly { username: string | null }[]) =>
        names.flatMap((name) => data.filter((user) => user.username === name))[0]
      return call(found.then(({ data }) => pick(data)))
    },
    /**
     * Sets the given keys of the user's public metadata at Clerk and leaves all other keys unchanged.
     * @throws DomainError `FAVORITES_FULL` when Clerk refuses the metadata as too large
     * @throws UnansweredError when Clerk may have written the metadata, or may still write it
     */
    mergeMetadata: (userId: string, publicMetadata: Record<string, unknown>) =>
      call(
        client.users.updateUserMetadata(userId, { publicMetadata }).catch((error: unknown) => {
          throw tooLarge.has(statusOf(error) ?? 0) ? favoritesFull(error) : error
        }),
      ),
  }
}

// Clerk does not document the status with which it refuses user metadata of more than 8 KB. For a metadata update,
// each of the statuses 400, 413 and 422 can only mean that the metadata is too large.
const tooLarge = new Set([400, 413, 422])

const statusOf = (error: unknown): number | undefined => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' ? status : undefined
}

export class UnansweredError extends DomainError {
  override name = 'UnansweredError'
}

const passing = new Set([408, 429, 502, 503, 504])

const toDomainError = (error: unknown) => {
  // Clerk's SDK throws errors of its own, also when the network fails. A `TypeError` is a bug.
  if ([DomainError, z.ZodError, TypeError].some((kind) => error instanceof kind)) return error
  const status = statusOf(error)
  if (status !== undefined && !passing.has(status)) return error
  const { retryAfter } = error as { retryAfter?: unknown }
  const retryAfterSeconds = typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : 5
  const Failure = status === 429 ? DomainError : UnansweredError
  return new Failure('BUSY', 'Failed to fetch favorites', { cause: error, retryAfterSeconds })
}
