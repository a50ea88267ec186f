import { doneSchema, signedInSchema } from '../../../shared/account-api.ts'
import { exampleUser } from '../../http/openapi/examples.ts'
import { json, refusal, tooMany } from '../../http/openapi/responses.ts'

/** The most bytes of a body with names and passwords. */
export const maxBytes = 16 * 1024

export const exampleSession = (server: string) => ({
  token: 'v1.kZ3q…',
  expiresAt: '2027-02-22T08:00:00.000Z',
  user: exampleUser(server),
})

export const signedIn = (server: string) =>
  json(
    'Signed in. Send the token as `Authorization: Bearer …`.',
    signedInSchema,
    exampleSession(server),
    ['Cookie'],
  )

export const done = json('Done.', doneSchema, { success: true })
export const doneWithCookie = { ...done, headers: ['Cookie'] as const }

export const invalid = (error: string) => refusal('The body is invalid.', error)
export const taken = refusal('The username is taken.', 'This username is taken: choose another')

export const tooManyAttempts = tooMany(
  'Too many attempts from this address or for this username.',
  'Too many attempts: try again in 600 seconds',
)
