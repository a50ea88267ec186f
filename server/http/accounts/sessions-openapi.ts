import { sessionCookieName } from '../../identity/local-accounts.ts'
import { ownRefusal } from '../openapi/responses.ts'

/** Who is asking: a token, or on our own pages the cookie. */
export const sessions = [{ bearer: [] }, { cookie: [] }]

export const securitySchemes = (server: string) => ({
  bearer: {
    type: 'http' as const,
    scheme: 'bearer',
    description: 'The `token` that signing in answers.',
  },
  cookie: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: sessionCookieName(server),
    description:
      'Set by signing in at this server’s own pages; it changes nothing from other sites.',
  },
})

export const unauthorized = ownRefusal(
  'Nobody is signed in, or the session has ended.',
  'Unauthorized',
  'Authenticate',
)

/** What keeps a request from changing something. */
export const writeRefusals = {
  401: unauthorized,
  403: ownRefusal(
    'A session cookie, from another site.',
    'A session cookie changes nothing from another site: send the token as Authorization: Bearer',
  ),
  415: ownRefusal(
    'A session cookie, and a body that is not announced as JSON.',
    'Expected a body with Content-Type: application/json',
  ),
}

export const tooLarge = ownRefusal(
  'The body is too large.',
  'The body is too large: expected at most 262144 bytes',
)
