import { z } from 'zod'

export const usernameSchema = z
  .string('Invalid username: expected a string')
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (name) => /^[a-z0-9_.]{3,30}$/.test(name),
    'Invalid username: expected 3 to 30 of the characters a to z, 0 to 9, _ and .',
  )
  .meta({
    pattern: '^\\s*[A-Za-z0-9_.]{3,30}\\s*$',
    description: '3 to 30 characters: a to z, 0 to 9, `_` and `.`',
  })

const createPasswordSchema = (field: string) =>
  z
    .string(`Invalid ${field}: expected a string`)
    .min(8, `Invalid ${field}: expected at least 8 characters`)
    .max(128, `Invalid ${field}: expected at most 128 characters`)

export const passwordSchema = createPasswordSchema('password')

// Characters that a display name must not contain. Characters that change the writing direction could make one name
// look like another. Surrogates and noncharacters would make the SVG picture with the name invalid.
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069\p{Cs}\p{Noncharacter_Code_Point}]/u
// Matches a name with at least one visible character. U+2800, an empty Braille cell, looks like a space.
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

const isPrintable = (name: string) => !unprintable.test(name) && (name === '' || visible.test(name))

export const displayNameSchema = z
  .string('Invalid name: expected a string')
  .trim()
  .max(64, 'Invalid name: expected at most 64 characters')
  .refine(isPrintable, 'Invalid name: expected printable characters')

/** Returns the code of an invite, which people also paste as the whole link. */
export const inviteSchema = z
  .string('Invalid invite: expected a string')
  .trim()
  .max(1024, 'Invalid invite: too long')
  .transform((text) => /[?&]invite=([\w-]+)/.exec(text)?.[1] ?? text)
  .describe('An invite: its link, or the code in the link. Only some servers need it.')

export const signUpSchema = z.object(
  {
    username: usernameSchema,
    password: passwordSchema,
    name: displayNameSchema.optional(),
    invite: inviteSchema.optional(),
  },
  'Invalid request: expected a JSON object with username and password',
)

/**
 * Body of `POST /api/auth/sign-in/username`. The form of the username is not checked, because a username that cannot
 * exist gets the same response as a wrong password.
 */
export const signInSchema = z.object(
  {
    username: z
      .string('Invalid username: expected a string')
      .max(256, 'Invalid username: too long'),
    password: z
      .string('Invalid password: expected a string')
      .max(1024, 'Invalid password: too long'),
  },
  'Invalid request: expected a JSON object with username and password',
)

export const deleteAccountSchema = z.object(
  { password: signInSchema.shape.password },
  'Invalid request: expected a JSON object with password',
)

export const changePasswordSchema = z.object(
  { password: signInSchema.shape.password, newPassword: createPasswordSchema('newPassword') },
  'Invalid request: expected a JSON object with password and newPassword',
)

export const changeNameSchema = z.object(
  {
    password: signInSchema.shape.password,
    username: usernameSchema.optional(),
    name: displayNameSchema.optional(),
  },
  'Invalid request: expected a JSON object with password and username or name',
)

export const endSessionSchema = z.object(
  { id: z.string('Invalid id: expected a string').max(64, 'Invalid id: too long') },
  'Invalid request: expected a JSON object with id',
)

export const userSchema = z.object({
  id: z.string(),
  username: z
    .string()
    .nullable()
    .describe(
      '`null` if the account has no username yet, which is possible at Clerk. Without a username there is no share page.',
    ),
  name: z.string(),
  image: z.string().describe('URL of the profile picture.'),
})
export type User = z.infer<typeof userSchema>

export const signedInSchema = z.object({ token: z.string(), user: userSchema })
export type SignedIn = z.infer<typeof signedInSchema>

export const doneSchema = z.object({ success: z.boolean() })

export const sessionResponseSchema = z.object({ user: userSchema })
export type SessionResponse = z.infer<typeof sessionResponseSchema>

export const pairingSchema = z.object({
  deviceCode: z.string().describe('The secret for `POST /api/auth/pairing/session`.'),
  userCode: z.string().describe('The short code that a person compares.'),
  url: z.string().describe('The page on which a person confirms.'),
  expiresIn: z.int().describe('The seconds until both codes expire.'),
  interval: z.int().describe('The seconds to wait between two requests.'),
})

export const finishPairingSchema = z.object(
  {
    deviceCode: z
      .string('Invalid deviceCode: expected a string')
      .max(128, 'Invalid deviceCode: too long'),
  },
  'Invalid request: expected a JSON object with deviceCode',
)

export const pairingResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('gone') }),
  signedInSchema.extend({ status: z.literal('signed-in') }),
])
export type PairingResult = z.infer<typeof pairingResultSchema>

const sessionSchema = z.object({
  id: z.string().describe('Names the session in `POST /api/auth/end-session`. It is not a token.'),
  device: z.string().describe('The browser and system that signed in.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('Up to an hour before the last use.'),
  current: z.boolean().describe('`true` for the session of this request.'),
})

export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) })
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>

export const ownDataSchema = z.object({
  exportedAt: z.iso.datetime(),
  profile: userSchema.extend({
    createdAt: z.iso.datetime(),
    formerUsernames: z
      .array(z.object({ username: z.string(), reservedUntil: z.iso.datetime() }))
      .describe('Links with these usernames lead to you until they expire.'),
  }),
  favorites: z.array(z.string()),
  sessions: sessionsResponseSchema.shape.sessions,
  invites: z
    .array(
      z.object({
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        uses: z.int(),
        usesLeft: z.int(),
      }),
    )
    .describe('The invites that you made, without their codes.'),
  links: z
    .array(z.object({ issuer: z.string(), subject: z.string(), linkedAt: z.iso.datetime() }))
    .describe('The OpenID Connect providers at which you sign in, and who you are there.')
    .optional(),
})
export type OwnData = z.infer<typeof ownDataSchema>
