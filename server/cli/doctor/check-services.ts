import { z } from 'zod'
import type { CloudinaryAccount } from '../../adapters/cloudinary/api.ts'
import type { ClerkConfig, Config, GithubConfig, OidcConfig } from '../../config/config.ts'
import { DomainError } from '../../domain-error.ts'
import { collect, type Finding, type Hide, ok, problem, toReason } from './findings.ts'

/** @param hide hides secrets in the messages of services */
export const checkServices = (config: Config, hide: Hide) => {
  const { github, filesUrl, cloudinary, accounts, redisUrl } = config
  const { clerk, databaseUrl, oidc } = accounts
  return collect(
    github ? checkGithub(github) : [],
    filesUrl === undefined ? [] : checkFiles(filesUrl),
    cloudinary ? checkCloudinary(cloudinary.account, hide) : [],
    clerk ? checkClerk(clerk, hide) : [],
    oidc ? checkOidc(oidc) : [],
    databaseUrl === undefined ? [] : checkPostgres(databaseUrl, hide),
    redisUrl === undefined ? [] : checkRedis(redisUrl, hide),
  )
}

const timeoutMs = 10_000

const checkGithub = async (github: GithubConfig): Promise<Finding> => {
  const about = 'GitHub'
  const { owner, repo, ref, missing } = github
  if (missing.length > 0)
    return problem(
      about,
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
      'set GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN together, or none of them',
    )
  const [{ createGithubClient }, { toGithubError }] = await Promise.all([
    import('../../adapters/github/client.ts'),
    import('../../adapters/github/problem.ts'),
  ])
  const get = createGithubClient(github, timeoutMs)
  const signal = AbortSignal.timeout(timeoutMs)
  let commit = ref
  try {
    const { pieces } = await get('/commits/{ref}', { params: { ref }, media: 'sha', signal })
    const text = Buffer.concat(pieces).toString()
    // Some servers ignore the media type and send more than the commit.
    if (/^[0-9a-f]{40,64}$/.test(text)) commit = text
  } catch (error) {
    const { message } = toGithubError(error, github, Date.now)
    const advice = /could not be reached/.test(message)
      ? 'check whether this machine reaches the internet, and GITHUB_API_URL if you set it'
      : 'correct the settings that begin with GITHUB_'
    return problem(about, message, advice)
  }
  const params = { path: 'index.json', commit }
  return get('/contents/{path}?ref={commit}', { params, media: 'json', signal }).then(
    () => ok(about, `${owner}/${repo} at ${ref} can be read`),
    () =>
      problem(
        about,
        `${owner}/${repo} has no index.json at its root`,
        'publish a folder (docs/publishing.md), or check GITHUB_REPO and GITHUB_REF',
      ),
  )
}

/** Any answer will do, because the address of a folder itself has no file at most hosts. */
const checkFiles = async (url: string): Promise<Finding> => {
  const about = 'WALLPAPERS_BASE_URL'
  const advice = 'check the address, and whether this machine may reach it'
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    return status >= 500
      ? problem(about, `${url} answers ${status}`, advice)
      : ok(about, `${url} answers`)
  } catch (error) {
    return problem(about, `${url} could not be reached (${toReason(error)})`, advice)
  }
}

const checkCloudinary = async (account: CloudinaryAccount, hide: Hide): Promise<Finding> => {
  const about = 'Cloudinary'
  const { createCloudinaryApi } = await import('../../adapters/cloudinary/api.ts')
  const api = createCloudinaryApi({ account, timeoutMs })
  return api.list(undefined, AbortSignal.timeout(timeoutMs)).then(
    (images) =>
      ok(about, `the account ${account.cloudName} answers and lists ${images.length} images`),
    (error: unknown) =>
      problem(about, hide(messageOf(error)), 'compare CLOUDINARY_URL with your dashboard'),
  )
}

const messageOf = (error: unknown) =>
  error instanceof DomainError ? error.message : toReason(error)

const checkClerk = async (settings: ClerkConfig, hide: Hide): Promise<Finding> => {
  const about = 'Clerk'
  const [{ createClerkApi }, { parseJwtKey }] = await Promise.all([
    import('../../adapters/clerk/api.ts'),
    import('../../adapters/clerk/identity.ts'),
  ])
  if (parseJwtKey(settings.jwtKey) === undefined)
    return problem(
      about,
      'CLERK_JWT_KEY is not an RSA public key',
      "copy the PEM public key from Clerk's dashboard",
    )
  try {
    // Nobody has this id. Clerk answers 404 when the secret key is right.
    await createClerkApi({ ...settings, deadlineMs: timeoutMs }).findUser('user_nobody')
    return ok(about, 'answers, and accepts CLERK_SECRET_KEY')
  } catch (error) {
    const { status, cause = error } = error as { status?: unknown; cause?: unknown }
    if (status === 401 || status === 403)
      return problem(
        about,
        `refuses CLERK_SECRET_KEY (${status})`,
        "copy the secret key from Clerk's dashboard again",
      )
    const text = `could not be reached (${hide(toReason(cause))})`
    return problem(about, text, 'check whether this machine may reach Clerk')
  }
}

const metadataSchema = z.object({ issuer: z.string() })

/** Reads what the provider says about itself (OpenID Connect Discovery 1.0, section 4). */
const checkOidc = async ({ issuer }: OidcConfig): Promise<Finding> => {
  const about = 'OIDC_ISSUER'
  const url = `${issuer}/.well-known/openid-configuration`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const { data } = metadataSchema.safeParse(await answer.json().catch(() => undefined))
    if (data === undefined)
      return problem(
        about,
        `${url} does not describe a provider (status ${answer.status})`,
        'compare OIDC_ISSUER with the address of your provider, with its path',
      )
    const named = data.issuer
    return named.replace(/\/$/, '') === issuer
      ? ok(about, `${issuer} answers`)
      : problem(
          about,
          `${issuer} says that it is ${named}`,
          `set OIDC_ISSUER to ${named}, or correct the address in the provider's settings`,
        )
  } catch (error) {
    const text = `${issuer} could not be reached (${toReason(error)})`
    return problem(about, text, 'check OIDC_ISSUER, and whether the provider runs')
  }
}

const checkPostgres = async (url: string, hide: Hide): Promise<Finding> => {
  const about = 'PostgreSQL'
  const { inspectPostgres, postgresSchema } = await import('../../database/postgres.ts')
  try {
    const { schema, mayCreate } = await inspectPostgres(url, timeoutMs)
    if (schema > postgresSchema.length)
      return problem(
        about,
        `a newer version of Fresco made the tables. Their schema is version ${schema}, and this version knows only ${postgresSchema.length}`,
        'install the newer version again, or restore a backup that this version made',
      )
    if (!mayCreate && schema < postgresSchema.length)
      return problem(
        about,
        'answers, but this user may not make tables',
        'as the owner of the database: GRANT CREATE ON SCHEMA public TO the user in DATABASE_URL',
      )
    return ok(about, schema === 0 ? 'answers, and has no tables yet' : 'answers')
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const advice = postgresAdvice[code]
    const reason = hide(advice === undefined ? toReason(error) : message)
    return problem(
      about,
      `cannot be used (${reason})`,
      advice ?? 'check host and port in DATABASE_URL',
    )
  }
}

// Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const postgresAdvice: Readonly<Record<string, string>> = {
  '28P01': 'check user and password in DATABASE_URL',
  '28000': 'check user and password in DATABASE_URL, and pg_hba.conf of PostgreSQL',
  '3D000': 'make the database: CREATE DATABASE, or correct the name at the end of DATABASE_URL',
  '53300': 'raise max_connections of PostgreSQL',
}

const checkRedis = async (url: string, hide: Hide): Promise<Finding> => {
  const { inspectRedis } = await import('../../adapters/redis/connection.ts')
  return inspectRedis(url, timeoutMs).then(
    () => ok('Redis', 'answers'),
    (error: unknown) =>
      problem(
        'Redis',
        `cannot be used (${hide(toReason(error))})`,
        'check host, port and password in REDIS_URL',
      ),
  )
}
