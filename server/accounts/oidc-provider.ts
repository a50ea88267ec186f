import type { Configuration } from 'openid-client'
import { singleFlight } from '../../shared/async.ts'
import { hourMs } from '../../shared/days.ts'
import type { Log } from '../ports.ts'
import type { OidcAttempt } from './oidc-cookies.ts'

/** A person at an OpenID Connect provider. Only `issuer` and `subject` together say who it is. */
export interface OidcPerson {
  issuer: string
  subject: string
}

export interface OidcNames {
  username?: string | undefined
  name?: string | undefined
}

/**
 * Why a sign-in at a provider failed. `expired`: the browser did not start it, or too long ago. `used`: the provider
 * no longer accepts its code. `issuer`: another provider answered. `somebody-else`: another person signed in. `clock`: the clocks differ. `undated`: the provider does
 * not say when the person signed in. `setup`: the settings of this server or of the provider are wrong.
 */
type OidcProblem =
  | 'denied'
  | 'expired'
  | 'used'
  | 'issuer'
  | 'somebody-else'
  | 'clock'
  | 'undated'
  | 'setup'
  | 'away'

export class OidcError extends Error {
  override name = 'OidcError'
  problem: OidcProblem

  constructor(problem: OidcProblem, options?: ErrorOptions) {
    super(`Sign-in at the provider failed: ${problem}`, options)
    this.problem = problem
  }
}

interface OidcProviderDeps {
  /** Without `/.well-known/openid-configuration` and without a slash at the end. */
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret?: string | undefined
  redirectUri: string
  log: Log
}

type Library = typeof import('openid-client')

const timeoutSeconds = 5
// The provider may change its addresses. Its keys are looked up more often, by the library.
const metadataMaxAgeMs = hourMs
// Providers and servers with a clock that is not synchronized are often some seconds apart.
const clockToleranceSeconds = 60
// When the provider must ask for the password again, the sign-in may be at most this old.
const recentSeconds = 300
const maxSubjectLength = 255

export type OidcProvider = ReturnType<typeof createOidcProvider>

/**
 * Signs people in with openid-client, a certified implementation of OpenID Connect, by the authorization code flow and
 * PKCE (RFC 7636). What the provider offers is read at the first sign-in, so the server starts while the provider is
 * away. With `again`, the provider asks for the password even if the person is signed in there. Both functions throw an
 * OidcError.
 */
export const createOidcProvider = (deps: OidcProviderDeps) => {
  const { redirectUri, log } = deps
  const load = createLoader(deps)
  const checking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      const error = toOidcError(cause)
      if (error.problem !== 'denied') log.warn(toLogged(error), 'Sign-in at the provider failed')
      throw error
    }
  }

  return {
    /** Returns the address that the browser opens. */
    begin: ({ again }: { again: boolean }) =>
      checking(async () => {
        const { library, config } = await load()
        const attempt: OidcAttempt = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        }
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login', max_age: String(recentSeconds) }),
        })
        return { url: url.href, attempt }
      }),

    /** Checks the parameters with which the provider sent the browser back. */
    finish: (
      parameters: URLSearchParams,
      { state, nonce, verifier }: OidcAttempt,
      { again }: { again: boolean },
    ) =>
      checking(async () => {
        if (parameters.get('state') !== state) throw new OidcError('expired')
        const { library, config } = await load()
        const tokens = await library.authorizationCodeGrant(
          config,
          new URL(`${redirectUri}?${parameters}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        )
        const claims = tokens.claims()
        if (claims === undefined || !isStorable(claims.sub)) throw new OidcError('setup')
        if (again) requireRecent(claims)
        const { iss, sub } = claims
        // Some providers put only the subject into the ID token. Authelia does.
        const isMinimal =
          claims.preferred_username === undefined &&
          config.serverMetadata().userinfo_endpoint !== undefined
        /** Asks the provider for the names, unless it has sent them already. */
        const findNames = async () =>
          toNames(
            isMinimal
              ? await checking(() => library.fetchUserInfo(config, tokens.access_token, sub))
              : claims,
          )
        return { issuer: iss, subject: sub, findNames }
      }),
  }
}

const createLoader = (deps: OidcProviderDeps) => {
  let loaded: { library: Library; config: Configuration; at: number } | undefined
  const discover = singleFlight(async () => {
    loaded = { ...(await fetchConfiguration(deps)), at: Date.now() }
    return loaded
  })
  return async () => {
    if (loaded !== undefined && Date.now() - loaded.at < metadataMaxAgeMs) return loaded
    return discover()
  }
}

/** Reads what the provider says about itself (OpenID Connect Discovery 1.0, section 4). */
export const fetchConfiguration = async ({
  issuer,
  clientId,
  clientSecret,
}: Pick<OidcProviderDeps, 'issuer' | 'clientId' | 'clientSecret'>) => {
  const library = await import('openid-client')
  const isInsecure = issuer.startsWith('http:')
  // The whole address is given, because the library would refuse an issuer that ends with a slash otherwise.
  const config = await library.discovery(
    new URL(`${issuer}/.well-known/openid-configuration`),
    clientId,
    { [library.clockTolerance]: clockToleranceSeconds },
    (server, ...rest) => chooseAuthentication(library, server, clientSecret)(server, ...rest),
    {
      timeout: timeoutSeconds,
      execute: [
        // Checks the signature of ID tokens. Without https, nothing else proves who sent them.
        library.enableNonRepudiationChecks,
        ...(isInsecure ? [library.allowInsecureRequests] : []),
      ],
    },
  )
  const named = config.serverMetadata().issuer
  if (named.replace(/\/$/, '') !== issuer)
    throw new OidcError('issuer', {
      cause: new Error(`OIDC_ISSUER is '${issuer}', but the provider says that it is '${named}'`),
    })
  return { library, config }
}

type Authentication = ReturnType<Library['None']>

/** Chooses what the provider accepts. `client_secret_basic` is the default of the standard (OpenID Discovery §3). */
const chooseAuthentication = (
  library: Library,
  { token_endpoint_auth_methods_supported: accepted }: Parameters<Authentication>[0],
  clientSecret: string | undefined,
): Authentication => {
  if (clientSecret === undefined) return library.None()
  const isBasic = accepted === undefined || accepted.includes('client_secret_basic')
  return isBasic ? library.ClientSecretBasic(clientSecret) : library.ClientSecretPost(clientSecret)
}

interface Claims {
  auth_time?: unknown
  preferred_username?: unknown
  name?: unknown
}

// Somebody can remove `prompt` and `max_age` from the address in the browser. Only the time in the answer shows that the
// provider has asked for the password.
const requireRecent = ({ auth_time: time }: Claims) => {
  if (typeof time !== 'number') throw new OidcError('undated')
  if (Date.now() / 1000 - time > recentSeconds + clockToleranceSeconds) throw new OidcError('clock')
}

const isStorable = (subject: string) =>
  subject.length <= maxSubjectLength && !subject.includes('\0')

const toNames = ({ preferred_username: username, name }: Claims): OidcNames => ({
  username: typeof username === 'string' ? username : undefined,
  name: typeof name === 'string' ? name : undefined,
})

const toOidcError = (error: unknown): OidcError =>
  error instanceof OidcError ? error : new OidcError(toOidcProblem(error), { cause: error })

interface LibraryError {
  code?: unknown
  error?: unknown
  status?: unknown
  message?: unknown
  cause?: unknown
}

const toOidcProblem = (thrown: unknown): OidcProblem => {
  const { code, error } = Object(thrown) as LibraryError
  if (isAway(thrown)) return 'away'
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && error === 'access_denied') return 'denied'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && error === 'invalid_grant') return 'used'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_INVALID_RESPONSE')
    return 'issuer'
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'issuer' : 'setup'
}

const isAway = (thrown: unknown): boolean => {
  const { code, error, cause } = Object(thrown) as LibraryError
  // `fetch` throws a TypeError, whose cause has a code such as ECONNREFUSED.
  if (thrown instanceof TypeError) return typeof Object(cause).code === 'string'
  if (code === 'OAUTH_TIMEOUT' || toStatus(thrown) >= 500) return true
  return error === 'temporarily_unavailable' || error === 'server_error'
}

/** The library puts the response into `cause` when it did not expect its status. Returns 0 without a status. */
const toStatus = (thrown: unknown): number => {
  const { status, cause } = Object(thrown) as LibraryError
  return Number(status ?? Object(cause).status ?? 0)
}

/**
 * The library's errors hold answers and tokens, so the log gets only their names. Errors with a code, of the network
 * and of the library itself, have a message without secrets.
 */
const toLogged = ({ problem, cause }: OidcError) => {
  const { code, error, message, cause: inner } = Object(cause) as LibraryError
  const { code: innerCode, message: detail } = Object(inner) as LibraryError
  return {
    problem,
    reason: cause && String(message),
    detail: typeof innerCode === 'string' ? detail || innerCode : undefined,
    code,
    status: toStatus(cause) || undefined,
    refusal: error,
  }
}
