import { z } from 'zod'

/** A catalogue in a GitHub repository; all but `missing` was set or has a default. */
export interface GithubConfig {
  readonly owner: string
  readonly repo: string
  readonly token: string
  /** Branch, tag or commit. */
  readonly ref: string
  /** Without a trailing slash; `undefined`: GitHub's own. */
  readonly apiUrl: string | undefined
  readonly refreshSeconds: number
  /** Settings without which nothing can be read. */
  readonly missing: readonly string[]
}

interface GithubSettings {
  readonly GITHUB_OWNER: string | undefined
  readonly GITHUB_REPO: string | undefined
  readonly GITHUB_TOKEN: string | undefined
  readonly GITHUB_REF: string
  readonly GITHUB_API_URL: string | undefined
  readonly GITHUB_REFRESH_SECONDS: number
}

/** As GitHub itself allows them; nothing that would be another path of its API. */
export const githubNameSchema = z.string().regex(/^(?!\.+$)[\w.-]+$/)
export const githubRefSchema = z.string().regex(/^(?!.*(\.\.|\/\/))[^\s/~^:?*[\\][^\s~^:?*[\\]*$/)
/** Anything else would be refused as a header, in an error that shows it. */
export const githubTokenSchema = z.string().regex(/^[\x21-\x7e]+$/)

const needed = ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN'] as const

/** `undefined` when no catalogue at GitHub is meant. */
export const toGithubConfig = (settings: GithubSettings): GithubConfig | undefined => {
  const missing = needed.filter((key) => settings[key] === undefined)
  // Many shells have a GITHUB_TOKEN for other programs: alone it means no catalogue.
  if (settings.GITHUB_OWNER === undefined && settings.GITHUB_REPO === undefined) return undefined
  return {
    owner: settings.GITHUB_OWNER ?? '',
    repo: settings.GITHUB_REPO ?? '',
    token: settings.GITHUB_TOKEN ?? '',
    ref: settings.GITHUB_REF,
    apiUrl: settings.GITHUB_API_URL,
    refreshSeconds: settings.GITHUB_REFRESH_SECONDS,
    missing,
  }
}
