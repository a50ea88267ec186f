import { createClerkClient } from '@clerk/backend'
import { z } from 'zod'
import { DomainError } from '../../domain-error.ts'

/** A user as Clerk knows them; what is read is checked, because metadata has any shape. */
const clerkUserSchema = z.object({
  id: z.string(),
  username: z.string().nullish(),
  firstName: z.string().nullish(),
  imageUrl: z.string().nullish(),
  publicMetadata: z.record(z.string(), z.unknown()).catch({}),
})
export type ClerkUser = z.infer<typeof clerkUserSchema>

/** The calls of Clerk's Backend API that are needed, each with a deadline and typed failures. */
export interface ClerkUsers {
  /** `undefined` when there is no such user. */
  find(userId: string): Promise<ClerkUser | undefined>
  findByUsername(username: string): Promise<ClerkUser | undefined>
  /**
   * Sets these keys of the public metadata and leaves the others alone; `undefined`: no such user.
   * @throws DomainError `FAVORITES_FULL` when Clerk refuses the size
   * @throws UnansweredError when it may be done, not done, or done later
   */
  mergeMetadata(userId: string, metadata: Record<string, unknown>): Promise<ClerkUser | undefined>
}

export interface ClerkUsersOptions {
  secretKey: string
  publishableKey: string
  apiUrl: string | undefined
  deadlineMs?: number
}

export const createClerkUsers = ({
  secretKey,
  publishableKey,
  apiUrl,
  deadlineMs = 5_000,
}: ClerkUsersOptions): ClerkUsers => {
  const { users } = createClerkClient({
    secretKey,
    publishableKey,
    ...(apiUrl !== undefined && { apiUrl }),
    telemetry: { disabled: true },
  })
  /** The SDK has no deadline, no retry and no way to cancel: a call that hangs is left behind. */
  const call = async (answer: Promise<unknown>): Promise<ClerkUser | undefined> => {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(tooLate(deadlineMs)), deadlineMs)
    try {
      return clerkUserSchema.parse(await Promise.race([answer, timeout.promise]))
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw toDomainError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    find: (userId) => call(users.getUser(userId)),
    findByUsername: (username) => {
      // Clerk compares exactly, and keeps names in lower case unless an instance was set otherwise:
      // then two people may have names that differ in case only.
      const names = [...new Set([username, username.toLowerCase()])]
      const found = users.getUserList({ username: names, limit: names.length })
      const pick = (data: readonly { username: string | null }[]) =>
        names.flatMap((name) => data.filter((user) => user.username === name))[0]
      return call(found.then(({ data }) => pick(data) ?? Promise.reject({ status: 404 })))
    },
    mergeMetadata: (userId, publicMetadata) =>
      call(
        users.updateUserMetadata(userId, { publicMetadata }).catch((error: unknown) => {
          throw tooLarge.has(statusOf(error) ?? 0) ? full(error) : error
        }),
      ),
  }
}

/** Clerk does not document what it answers past 8 KB: any of these can only mean the size. */
const tooLarge = new Set([400, 413, 422])

const full = (cause: unknown) =>
  new DomainError('FAVORITES_FULL', 'Favorites list is full', { cause })

const tooLate = (ms: number) => new Error(`Clerk did not answer within ${ms} ms`)

const statusOf = (error: unknown): number | undefined => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' ? status : undefined
}

/** No word of Clerk's own came back; a call that was given up on may still take effect there. */
export class UnansweredError extends DomainError {
  override name = 'UnansweredError'
}

/** What says that Clerk, or the way to it, is away: a later try may work. */
const passing = new Set([408, 429, 502, 503, 504])

const toDomainError = (error: unknown) => {
  if (error instanceof DomainError || error instanceof z.ZodError) return error
  const status = statusOf(error)
  if (status !== undefined && !passing.has(status)) return error
  const { retryAfter } = error as { retryAfter?: unknown }
  const retryAfterSeconds = typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : 5
  const Failure = status === 429 ? DomainError : UnansweredError
  return new Failure('BUSY', 'Failed to fetch favorites', { cause: error, retryAfterSeconds })
}
