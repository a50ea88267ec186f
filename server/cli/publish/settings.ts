import { resolve } from 'node:path'
import type { CloudinaryAccount } from '../../adapters/cloudinary/api.ts'
import { type Config, ConfigError } from '../../config/config.ts'

export const toPublishSettings = ({ cloudinary, github, dataDir }: Config) => {
  const missing = [
    ...(cloudinary === undefined ? ['CLOUDINARY_URL'] : []),
    ...(github?.missing ?? ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN']),
  ]
  if (missing.length > 0 || cloudinary === undefined || github === undefined)
    throw new ConfigError(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing. This command uploads pictures to Cloudinary and commits their index to GitHub. To serve a folder from this computer, set WALLPAPERS_DIR and start the server instead`,
    )
  const { account } = cloudinary
  return { account, github, dataDir: resolve(dataDir), filesUrl: toFilesUrl(account) }
}

const toFilesUrl = ({ cloudName, imagesDomain }: CloudinaryAccount) =>
  imagesDomain === undefined
    ? `https://res.cloudinary.com/${cloudName}/image/upload`
    : `https://${imagesDomain}/image/upload`
