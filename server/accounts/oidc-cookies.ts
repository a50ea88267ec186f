import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { z } from 'zod'
import { toCookieName } from '../identity/identity-provider.ts'

const heartSchema = z.record(z.string(), z.string()).optional()

/** The action that a person began before going to the provider. A cookie holds it until the person is back. */
const begunSchema = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('sign-in'), invite: z.string().optional(), heart: heartSchema }),
  z.object({ purpose: z.literal('link'), userId: z.string() }),
  z.object({ purpose: z.literal('confirm'), userId: z.string(), section: z.string().optional() }),
])
export type Begun = z.infer<typeof begunSchema>

/** The values that the provider's answer must match. They are secret. Only the browser that started has them. */
const attemptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type OidcAttempt = z.infer<typeof attemptSchema>

const sealedSchema = z.object({ begun: begunSchema, attempt: attemptSchema, until: z.number() })

const confirmedSchema = z.object({ userId: z.string(), until: z.number() })

export type OidcCookies = ReturnType<typeof createOidcCookies>

interface CookieDeps {
  publicUrl: string
  cookieSecret: string
  clock: () => number
}

/**
 * The cookies of a sign-in at a provider. They are signed, so that nobody can change what they say. Another site of the
 * domain could still give a visitor its own cookie, and so sign the visitor in as itself. Browsers prevent that by the
 * prefix `__Host-`, which needs the path `/` (RFC 6265bis §4.1.3.2). Below a path of the host nothing prevents it.
 */
export const createOidcCookies = ({ publicUrl, cookieSecret, clock }: CookieDeps) => {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const isSecure = publicUrl.startsWith('https:')
  const isAlone = isSecure && base === ''
  // Browsers accept both prefixes only over https.
  const prefix = isAlone ? '__Host-' : isSecure ? '__Secure-' : ''
  const toKind = (name: string, path: string, maxAge: number) => ({
    name: prefix + toCookieName(name, publicUrl),
    path: isAlone ? '/' : base + path,
    maxAge,
  })
  const attempt = toKind('oidc', '/account/oidc', 600)
  const confirmed = toKind('confirmed', '/account', 300)
  type Kind = typeof attempt

  const write = (c: Context, { name, path, maxAge }: Kind, value: object) => {
    const text = JSON.stringify({ ...value, until: clock() + maxAge * 1000 })
    const rights = { httpOnly: true, sameSite: 'Lax', secure: isSecure } as const
    return setSignedCookie(c, name, text, cookieSecret, { path, maxAge, ...rights })
  }
  const read = async <T extends z.ZodType<{ until: number }>>(
    c: Context,
    { name }: Kind,
    schema: T,
  ) => {
    const text = await getSignedCookie(c, cookieSecret, name)
    const value = text ? schema.safeParse(JSON.parse(text)).data : undefined
    return value && value.until > clock() ? value : undefined
  }
  const remove = (c: Context, { name, path }: Kind) => {
    deleteCookie(c, name, { path, secure: isSecure })
  }

  return {
    writeAttempt: (c: Context, value: { begun: Begun; attempt: OidcAttempt }) =>
      write(c, attempt, value),
    /** Reads the cookie and removes it, so that it counts once. */
    takeAttempt: async (c: Context) => {
      const value = await read(c, attempt, sealedSchema)
      remove(c, attempt)
      return value
    },
    /** Notes that the user has just signed in again at the provider. */
    writeConfirmed: (c: Context, userId: string) => write(c, confirmed, { userId }),
    isConfirmed: async (c: Context, userId: string) =>
      (await read(c, confirmed, confirmedSchema))?.userId === userId,
    removeConfirmed: (c: Context) => remove(c, confirmed),
  }
}
