import { z } from 'zod'

/** 3 to 30 of a-z, 0-9, `_` and `.`; upper case is accepted and means the same name. */
export const usernameSchema = z
  .string('Invalid username: expected a text')
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (name) => /^[a-z0-9_.]{3,30}$/.test(name),
    'Invalid username: expected 3 to 30 of the characters a to z, 0 to 9, _ and .',
  )
  .meta({
    pattern: '^\\s*[A-Za-z0-9_.]{3,30}\\s*$',
    description: '3 to 30 of a to z, 0 to 9, `_` and `.`',
  })

const createPasswordSchema = (field: string) =>
  z
    .string(`Invalid ${field}: expected a text`)
    .min(8, `Invalid ${field}: expected at least 8 characters`)
    .max(128, `Invalid ${field}: expected at most 128 characters`)

export const passwordSchema = createPasswordSchema('password')

// Characters that turn the direction of writing could make one name look like another; the last two
// kinds are no characters at all, and make a picture with the name in it unreadable.
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069\p{Cs}\p{Noncharacter_Code_Point}]/u
/** Anything that leaves a trace on a page; U+2800 is a Braille cell without dots. */
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

const isPrintable = (name: string) => !unprintable.test(name) && (name === '' || visible.test(name))

/** How a person wants to be called on pages that others see. */
const displayNameSchema = z
  .string('Invalid name: expected a text')
  .trim()
  .max(64, 'Invalid name: expected at most 64 characters')
  .refine(isPrintable, 'Invalid name: expected printable characters')

/** Body of `POST /api/auth/sign-up/username`; without a `name` the username is shown. */
export const signUpSchema = z.object(
  { username: usernameSchema, password: passwordSchema, name: displayNameSchema.optional() },
  'Invalid request: expected a JSON object with username and password',
)

/** Body of `POST /api/auth/sign-in/username`; what cannot be right is simply not right. */
export const signInSchema = z.object(
  {
    username: z.string('Invalid username: expected a text').max(256, 'Invalid username: too long'),
    password: z.string('Invalid password: expected a text').max(1024, 'Invalid password: too long'),
  },
  'Invalid request: expected a JSON object with username and password',
)

/** Body of `POST /api/auth/delete-account`: the password once more, because nothing brings it back. */
export const deleteAccountSchema = z.object(
  { password: signInSchema.shape.password },
  'Invalid request: expected a JSON object with password',
)

/** Body of `POST /api/auth/change-password`: all other sessions of the account end. */
export const changePasswordSchema = z.object(
  { password: signInSchema.shape.password, newPassword: createPasswordSchema('newPassword') },
  'Invalid request: expected a JSON object with password and newPassword',
)

export const userSchema = z.object({
  id: z.string(),
  username: z
    .string()
    .nullable()
    .describe('`null`: this account (possible at Clerk) has to choose one before it can share.'),
  name: z.string(),
  image: z.string().describe('URL of the picture.'),
})
export type User = z.infer<typeof userSchema>

/** Response of sign-up and sign-in; `token` goes into `Authorization: Bearer <token>`. */
export const signedInSchema = z.object({ token: z.string(), user: userSchema })
export type SignedIn = z.infer<typeof signedInSchema>

/** Response of signing out, changing the password and deleting the account. */
export const doneSchema = z.object({ success: z.boolean() })
export type Done = z.infer<typeof doneSchema>

/** Response of `GET /api/auth/session`: who is asking (401 when nobody is signed in). */
export const sessionResponseSchema = z.object({ user: userSchema })
export type SessionResponse = z.infer<typeof sessionResponseSchema>
