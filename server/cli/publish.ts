import { join, resolve } from 'node:path'
import type { CloudinaryAccount } from '../adapters/cloudinary/api.ts'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { areMissing, type Config, ConfigError, parseConfig } from '../config/config.ts'
import { type CommandBody, exitCodes, print } from './program.ts'
import { createCatalogueBranch } from './publish/catalogue-branch.ts'
import { createCloudPictures } from './publish/cloud-pictures.ts'
import { type PublishOptions, publish } from './publish/publish.ts'
import { ask } from './terminal.ts'

const resultCodes = { done: exitCodes.done, partly: exitCodes.failed, stopped: exitCodes.stopped }

const createConfirm =
  (yes: boolean, signal: AbortSignal): PublishOptions['confirm'] =>
  async (question, { isMost }) => {
    if (yes && !isMost) return true
    const answer = await ask(`${question} (yes) `, { signal })
    if (answer !== undefined) return answer.trim().toLowerCase() === 'yes'
    const reason = isMost
      ? '--yes does not answer this question, because the command would delete more than half of them. Run it in a terminal.'
      : 'The command cannot ask, because it does not run in a terminal. Use --yes to agree.'
    print([`${question} ${reason}`])
    return false
  }

const readSettings = ({ cloudinary, github }: Config) => {
  const missing = [
    ...(cloudinary === undefined ? ['CLOUDINARY_URL'] : []),
    ...(github?.missing ?? ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN']),
  ]
  if (cloudinary !== undefined && github !== undefined && missing.length === 0)
    return { account: cloudinary.account, github }
  throw new ConfigError(
    `${areMissing(missing)}. This command uploads pictures to Cloudinary and commits their index to GitHub. To serve a folder from this computer, set WALLPAPERS_DIR and start the server instead`,
  )
}

const toFilesUrl = ({ cloudName, imagesDomain }: CloudinaryAccount) =>
  imagesDomain === undefined
    ? `https://res.cloudinary.com/${cloudName}/image/upload`
    : `https://${imagesDomain}/image/upload`

export const command: CommandBody = {
  help: [
    'Uploads the pictures of a folder to Cloudinary, and commits index.json and tags.json to GitHub.',
    'CLOUDINARY_URL, GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN say where (docs/publishing.md).',
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'shows what it would do and stops' },
    'delete-missing': {
      type: 'boolean',
      help: 'asks, then deletes published pictures that are no longer in the folder',
    },
    yes: {
      type: 'boolean',
      help: 'answers that question with yes, unless more than half of the pictures would be deleted',
    },
  },
  exits:
    '0 done, 1 a picture was left out or nothing could be done, 2 wrong usage, 130 interrupted',
  stopped: 'Stopped. Nothing was committed. Run the command again to continue.',
  run: async ({ options, arguments: [folder = ''] }, env, signal) => {
    const config = parseConfig(env)
    const { account, github } = readSettings(config)
    const dryRun = options['dry-run'] === true
    limitSharp()
    const result = await publish({
      folder,
      linkFolders: config.folder.links,
      cacheDir: join(resolve(config.dataDir), 'publish'),
      dryRun,
      deleteMissing: options['delete-missing'] === true,
      readsEmbeddedFacts: config.readsEmbeddedFacts,
      stripsMetadata: config.pictureMetadata === 'strip',
      confirm: createConfirm(options.yes === true, signal),
      pictures: createCloudPictures(account),
      branch: createCatalogueBranch(github),
      print: (line) => print([line]),
      signal,
    })
    if (result !== 'stopped' && !dryRun)
      print([
        `To show these pictures, start the server with WALLPAPERS_BASE_URL=${toFilesUrl(account)}`,
      ])
    return resultCodes[result]
  },
}
