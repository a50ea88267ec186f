import { z } from 'zod'
import type { CloudinaryAccount } from '../../adapters/cloudinary/api.ts'
import {
  areMissing,
  type ClerkConfig,
  type Config,
  type GithubConfig,
  type OidcConfig,
} from '../../config/config.ts'
import { DomainError } from '../../domain-error.ts'
import { collect, type Finding, ok, problem, toReason } from './findings.ts'

/** @param hide hides secrets in the messages of services */
export const checkServices = (config: Config, hide: (text: string) => string) => {
  const { github, filesUrl, cloudinary, accounts, redisUrl } = config
  const { clerk, databaseUrl, oidc } = accounts
  /** Reports what `ask` finds out, or why it failed. `ask` returns a text if the service can be used. */
  const attempt: Attempt = async (about, { failed, advice }, ask) => {
    try {
      const found = await ask()
      return typeof found === 'string' ? ok(about, found) : found
    } catch (error) {
      const text = error instanceof DomainError ? error.message : `${failed} (${toReason(error)})`
      return problem(about, hide(text), advice)
    }
  }
  return collect(
    github ? checkGithub(github, attempt) : [],
    filesUrl === undefined ? [] : checkFiles(filesUrl, attempt),
    cloudinary ? checkCloudinary(cloudinary.account, attempt) : [],
    clerk ? checkClerk(clerk, attempt) : [],
    oidc ? checkOidc(oidc, attempt) : [],
    databaseUrl === undefined ? [] : checkPostgres(databaseUrl, attempt),
    redisUrl === undefined ? [] : checkRedis(redisUrl, attempt),
  )
}

type Attempt = (
  about: string,
  failure: { failed: string; advice: string },
  ask: () => Promise<Finding | string>,
) => Promise<Finding>

const timeoutMs = 10_000

const checkGithub = async (github: GithubConfig, attempt: Attempt): Promise<Finding> => {
  const about = 'GitHub'
  const { owner, repo, ref, missing } = github
  if (missing.length > 0)
    return problem(
      about,
      areMissing(missing),
      'set GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN together, or none of them',
    )
  const advice =
    'correct the settings that begin with GITHUB_, and check whether this machine reaches the internet'
  return attempt(about, { failed: '', advice }, async () => {
    const [{ createGithubClient }, { toGithubError }, { toCommit }] = await Promise.all([
      import('../../adapters/github/client.ts'),
      import('../../adapters/github/problem.ts'),
      import('../../adapters/github/source.ts'),
    ])
    const get = createGithubClient(github, timeoutMs)
    const signal = AbortSignal.timeout(timeoutMs)
    const newest = await get('/commits/{ref}', { params: { ref }, media: 'sha', signal }).catch(
      (error) => {
        throw toGithubError(error, github)
      },
    )
    const params = { path: 'index.json', commit: toCommit(newest.pieces) }
    return get('/contents/{path}?ref={commit}', { params, media: 'json', signal }).then(
      () => `${owner}/${repo} at ${ref} can be read`,
      () =>
        problem(
          about,
          `${owner}/${repo} has no index.json at its root`,
          'publish a folder (docs/publishing.md), or check GITHUB_REPO and GITHUB_REF',
        ),
    )
  })
}

/** Any answer will do, because the address of a folder itself has no file at most hosts. */
const checkFiles = (url: string, attempt: Attempt): Promise<Finding> => {
  const about = 'WALLPAPERS_BASE_URL'
  const advice = 'check the address, and whether this machine may reach it'
  return attempt(about, { failed: `${url} could not be reached`, advice }, async () => {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    return status >= 500 ? problem(about, `${url} answers ${status}`, advice) : `${url} answers`
  })
}

const checkCloudinary = (account: CloudinaryAccount, attempt: Attempt): Promise<Finding> => {
  const advice = 'compare CLOUDINARY_URL with your dashboard'
  return attempt('Cloudinary', { failed: '', advice }, async () => {
    const { createCloudinaryApi } = await import('../../adapters/cloudinary/api.ts')
    const api = createCloudinaryApi({ account, timeoutMs })
    const images = await api.list(undefined, AbortSignal.timeout(timeoutMs))
    return `the account ${account.cloudName} answers and lists ${images.length} images`
  })
}

const checkClerk = (settings: ClerkConfig, attempt: Attempt): Promise<Finding> => {
  const about = 'Clerk'
  const advice = 'check whether this machine may reach Clerk'
  return attempt(about, { failed: 'could not be reached', advice }, async () => {
    const [{ createClerkApi }, { parseJwtKey }] = await Promise.all([
      import('../../adapters/clerk/api.ts'),
      import('../../adapters/clerk/identity.ts'),
    ])
    const copy = "copy it from Clerk's dashboard again"
    if (parseJwtKey(settings.jwtKey) === undefined)
      return problem(about, 'CLERK_JWT_KEY is not an RSA public key', copy)
    try {
      // Nobody has this id. Clerk answers 404 when the secret key is right.
      await createClerkApi({ ...settings, deadlineMs: timeoutMs }).findUser('user_nobody')
      return 'answers, and accepts CLERK_SECRET_KEY'
    } catch (error) {
      const { status, cause = error } = error as { status?: unknown; cause?: unknown }
      if (status !== 401 && status !== 403) throw cause
      return problem(about, `refuses CLERK_SECRET_KEY (${status})`, copy)
    }
  })
}

const metadataSchema = z.object({ issuer: z.string() })

/** Reads what the provider says about itself (OpenID Connect Discovery 1.0, section 4). */
const checkOidc = ({ issuer }: OidcConfig, attempt: Attempt): Promise<Finding> => {
  const about = 'OIDC_ISSUER'
  const url = `${issuer}/.well-known/openid-configuration`
  const advice = 'check OIDC_ISSUER, and whether the provider runs'
  return attempt(about, { failed: `${issuer} could not be reached`, advice }, async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const { data } = metadataSchema.safeParse(await answer.json().catch(() => undefined))
    if (data === undefined)
      return problem(
        about,
        `${url} does not describe a provider (status ${answer.status})`,
        'compare OIDC_ISSUER with the address of your provider, with its path',
      )
    if (data.issuer.replace(/\/$/, '') === issuer) return `${issuer} answers`
    return problem(
      about,
      `${issuer} says that it is ${data.issuer}`,
      `set OIDC_ISSUER to ${data.issuer}, or correct the address in the provider's settings`,
    )
  })
}

const checkPostgres = (url: string, attempt: Attempt): Promise<Finding> => {
  const about = 'PostgreSQL'
  const advice =
    'check user, password, host, port and name in DATABASE_URL, and make the database: CREATE DATABASE'
  return attempt(about, { failed: 'cannot be used', advice }, async () => {
    const { inspectPostgres, postgresSchema } = await import('../../database/postgres.ts')
    const { schema, mayCreate } = await inspectPostgres(url, timeoutMs)
    if (mayCreate || schema >= postgresSchema.length)
      return schema === 0 ? 'answers, and has no tables yet' : 'answers'
    return problem(
      about,
      'answers, but this user may not make tables',
      'as the owner of the database: GRANT CREATE ON SCHEMA public TO the user in DATABASE_URL',
    )
  })
}

const checkRedis = (url: string, attempt: Attempt): Promise<Finding> => {
  const advice = 'check host, port and password in REDIS_URL'
  return attempt('Redis', { failed: 'cannot be used', advice }, async () => {
    const { inspectRedis } = await import('../../adapters/redis/connection.ts')
    await inspectRedis(url, timeoutMs)
    return 'answers'
  })
}
