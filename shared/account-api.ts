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
    .describe('8 to 128 characters.')

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
  .describe('The name that others see, up to 64 characters. Default: the username.')

/** Returns the code of an invite, which people also paste as the whole link. */
export const inviteSchema = z
  .string('Invalid invite: expected a string')
  .trim()
  .max(1024, 'Invalid invite: too long')
  .transform((text) => /[?&]invite=([\w-]+)/.exec(text)?.[1] ?? text)
  .describe('An invite: its link, or the code in the link. Only some servers need it.')

export const signUpSchema = z
  .object(
    {
      username: usernameSchema,
      password: passwordSchema,
      name: displayNameSchema.optional(),
      invite: inviteSchema.optional(),
    },
    'Invalid request: expected a JSON object with username and password',
  )
  .meta({ id: 'SignUp', description: 'A new account.' })

const limitedText = (field: string, most: number) =>
  z.string(`Invalid ${field}: expected a string`).max(most, `Invalid ${field}: too long`)

/**
 * Body of `POST /api/auth/sign-in/username`. The form of the username is not checked, because a username that cannot
 * exist gets the same response as a wrong password.
 */
export const signInSchema = z
  .object(
    {
      username: limitedText('username', 256).describe('The username, in upper or lower case.'),
      password: limitedText('password', 1024).describe('The password of the account.'),
    },
    'Invalid request: expected a JSON object with username and password',
  )
  .meta({ id: 'SignIn', description: 'The username and the password.' })

export const deleteAccountSchema = z
  .object(
    { password: signInSchema.shape.password },
    'Invalid request: expected a JSON object with password',
  )
  .meta({ id: 'DeleteAccount', description: 'The password of the account to delete.' })

export const changePasswordSchema = z
  .object(
    { password: signInSchema.shape.password, newPassword: createPasswordSchema('newPassword') },
    'Invalid request: expected a JSON object with password and newPassword',
  )
  .meta({ id: 'ChangePassword', description: 'The old password and the new one.' })

export const changeNameSchema = z
  .object(
    {
      password: signInSchema.shape.password,
      username: usernameSchema.optional(),
      name: displayNameSchema.optional(),
    },
    'Invalid request: expected a JSON object with password and username or name',
  )
  .meta({ id: 'ChangeName', description: 'The password, and what to change.' })

export const endSessionSchema = z
  .object(
    { id: limitedText('id', 64).describe('The `id` from `/api/auth/sessions`.') },
    'Invalid request: expected a JSON object with id',
  )
  .meta({ id: 'EndSession', description: 'The session to end.' })

export const userSchema = z
  .object({
    id: z.string().describe('Stays the same when the username changes.'),
    username: z
      .string()
      .nullable()
      .describe(
        '`null` if the account has no username yet, which is possible at Clerk. Without a username there is no share page.',
      ),
    name: z.string().describe('The name that others see.'),
    image: z.string().describe('URL of the profile picture.'),
  })
  .meta({ id: 'User', description: 'Somebody who has an account.' })
export type User = z.infer<typeof userSchema>

export const signedInSchema = z
  .object({
    token: z.string().describe('Send it as `Authorization: Bearer …`. It is a secret.'),
    expiresAt: z.iso
      .datetime()
      .describe(
        'When the token expires if it is not used. Using it extends this time, at most once an hour.',
      ),
    user: userSchema,
  })
  .meta({ id: 'SignedIn', description: 'A new session, and whose it is.' })
export type SignedIn = z.infer<typeof signedInSchema>

export const doneSchema = z
  .object({ success: z.boolean().describe('Always `true`. Failures have an error status.') })
  .meta({ id: 'Done', description: 'The request was carried out.' })

export const sessionResponseSchema = z
  .object({ user: userSchema })
  .meta({ id: 'Session', description: 'Who is signed in.' })
export type SessionResponse = z.infer<typeof sessionResponseSchema>

export const pairingSchema = z
  .object({
    deviceCode: z.string().describe('The secret for `POST /api/auth/pairing/session`.'),
    userCode: z.string().describe('The short code that a person types.'),
    url: z.string().describe('The page on which a person types it.'),
    expiresIn: z.int().describe('The seconds until both codes expire.'),
    interval: z.int().describe('The seconds to wait between two requests.'),
  })
  .meta({ id: 'PairingStarted', description: 'The codes of a new pairing.' })

export const finishPairingSchema = z
  .object(
    {
      deviceCode: limitedText('deviceCode', 128).describe(
        'The secret from `POST /api/auth/pairing`.',
      ),
    },
    'Invalid request: expected a JSON object with deviceCode',
  )
  .meta({ id: 'FinishPairing', description: 'The pairing to ask about.' })

const pairingStatus = <const T extends string>(status: T) =>
  z.literal(status).describe('How far the pairing is.')

export const pairingResultSchema = z
  .discriminatedUnion('status', [
    z
      .object({ status: pairingStatus('waiting') })
      .meta({ id: 'PairingWaiting', description: 'Nobody has confirmed yet.' }),
    z.object({ status: pairingStatus('gone') }).meta({
      id: 'PairingGone',
      description: 'The code has expired, or the pairing is over.',
    }),
    signedInSchema
      .extend({ status: pairingStatus('signed-in') })
      .meta({ id: 'PairingSignedIn', description: 'Somebody has confirmed. This is the session.' }),
  ])
  .meta({ id: 'PairingStatus', description: 'How far a pairing is.' })
export type PairingResult = z.infer<typeof pairingResultSchema>

const sessionSchema = z
  .object({
    id: z
      .string()
      .describe('Names the session in `POST /api/auth/end-session`. It is not a token.'),
    device: z.string().describe('The browser and system that signed in.'),
    createdAt: z.iso.datetime().describe('When the session began.'),
    lastUsedAt: z.iso
      .datetime()
      .describe(
        'When the session was last used. May be up to an hour too early, because it is updated at most once an hour.',
      ),
    current: z.boolean().describe('`true` for the session of this request.'),
  })
  .meta({ id: 'OwnSession', description: 'One of your sessions.' })

export const sessionsResponseSchema = z
  .object({ sessions: z.array(sessionSchema).describe('The last used session comes first.') })
  .meta({ id: 'OwnSessions', description: 'Where you are signed in.' })
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>

const formerUsernameSchema = z
  .object({
    username: z.string().describe('The former username.'),
    reservedUntil: z.iso.datetime().describe('Until then, nobody else can have it.'),
  })
  .meta({ id: 'FormerUsername', description: 'A username that still leads to you.' })

const ownInviteSchema = z
  .object({
    createdAt: z.iso.datetime().describe('When you made the invite.'),
    expiresAt: z.iso.datetime().describe('When it ends.'),
    uses: z.int().describe('How many accounts it was made for.'),
    usesLeft: z.int().describe('How many accounts can still be created with it.'),
  })
  .meta({ id: 'OwnInvite', description: 'An invite that you made, without its code.' })

const ownLinkSchema = z
  .object({
    issuer: z.string().describe('The address of the OpenID Connect provider.'),
    subject: z.string().describe('Who you are there.'),
    linkedAt: z.iso.datetime().describe('When you connected the accounts.'),
  })
  .meta({ id: 'OwnLink', description: 'An account elsewhere with which you sign in.' })

const ownKeySchema = z
  .object({
    name: z.string().describe('What you called it.'),
    scope: z.enum(['read', 'hearts', 'share']).describe('What it opens.'),
    createdAt: z.iso.datetime().describe('When you made the key.'),
    lastUsedAt: z.iso.datetime().describe('When it was last used. Absent if never.').optional(),
  })
  .meta({ id: 'OwnKey', description: 'A read key that you made, without the key itself.' })

export const ownDataSchema = z
  .object({
    exportedAt: z.iso.datetime().describe('When this file was made.'),
    profile: userSchema
      .extend({
        createdAt: z.iso.datetime().describe('When you created the account.'),
        formerUsernames: z
          .array(formerUsernameSchema)
          .describe('Links with these usernames lead to you until they expire.'),
      })
      .meta({ id: 'OwnProfile', description: 'Your account.' }),
    favorites: z.array(z.string()).describe('Wallpaper ids in the order in which you added them.'),
    sessions: sessionsResponseSchema.shape.sessions,
    invites: z.array(ownInviteSchema).describe('The invites that you made, without their codes.'),
    links: z
      .array(ownLinkSchema)
      .describe('The OpenID Connect providers at which you sign in, and who you are there.')
      .optional(),
    keys: z.array(ownKeySchema).describe('The read keys that you made.').optional(),
  })
  .meta({ id: 'OwnData', description: 'Everything that the server stores about you.' })
export type OwnData = z.infer<typeof ownDataSchema>
