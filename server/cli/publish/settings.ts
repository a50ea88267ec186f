import { resolve } from 'node:path'
import type { CloudinaryConfig } from '../../config/cloudinary-settings.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import type { GithubConfig } from '../../config/github-settings.ts'

export interface PublishSettings {
  account: CloudinaryConfig
  github: GithubConfig
  dataDir: string
  /** What a server needs as `WALLPAPERS_BASE_URL` to find the pictures. */
  filesUrl: string
}

/** @throws ConfigError that names the settings that are missing */
export const toPublishSettings = ({ cloudinary, github, dataDir }: Config): PublishSettings => {
  const missing = [
    ...(cloudinary === undefined ? ['CLOUDINARY_URL'] : []),
    ...(github?.missing ?? ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN']),
  ]
  if (missing.length > 0 || cloudinary === undefined || github === undefined)
    throw new ConfigError(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing: pictures go to Cloudinary and their index to GitHub. Without them no publishing is needed: WALLPAPERS_DIR serves a folder as it is`,
    )
  const { account } = cloudinary
  return { account, github, dataDir: resolve(dataDir), filesUrl: toFilesUrl(account) }
}

const toFilesUrl = ({ cloudName, imagesDomain }: CloudinaryConfig) =>
  imagesDomain === undefined
    ? `https://res.cloudinary.com/${cloudName}/image/upload`
    : `https://${imagesDomain}/image/upload`
