import { z } from 'zod'

/** A catalogue in a GitHub repository; all but `missing` was set or has a default. */
export interface GithubConfig {
  owner: string
  repo: string
  token: string
  /** Branch, tag or commit. */
  ref: string
  /** Without a trailing slash; `undefined`: GitHub's own. */
  apiUrl: string | undefined
  refreshSeconds: number
  /** Settings without which nothing can be read. */
  missing: readonly string[]
}

interface GithubSettings {
  GITHUB_OWNER: string | undefined
  GITHUB_REPO: string | undefined
  GITHUB_TOKEN: string | undefined
  GITHUB_REF: string
  GITHUB_API_URL: string | undefined
  GITHUB_REFRESH_SECONDS: number
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
