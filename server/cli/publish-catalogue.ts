/**
 * `npm run fresco -- publish <folder>` uploads a folder of pictures to Cloudinary and commits
 * index.json and tags.json to GitHub. It uses the settings of the server (docs/publishing.md).
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { exitCodes, flag, print, runCommand, toProgram } from './program.ts'
import { createCatalogueBranch } from './publish/catalogue-branch.ts'
import { createCloudPictures } from './publish/cloud-pictures.ts'
import { type PublishOptions, publish } from './publish/publish.ts'
import { toPublishSettings } from './publish/settings.ts'

const help = [
  '  Uploads the pictures of a folder to Cloudinary, and commits index.json and tags.json to GitHub.',
  '  CLOUDINARY_URL, GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN say where.',
  '',
  '  --dry-run         shows what it would do and stops',
  '  --delete-missing  asks, then deletes published pictures that are no longer in the folder',
  '  --yes             answers that question with yes, unless more than half of the pictures would be deleted',
  '  --help            explains the command and does nothing',
  '',
  'Exit codes: 0 done, 1 a picture was left out or nothing could be done, 2 wrong usage, 130 interrupted.',
]
const resultCodes = { done: exitCodes.done, partly: exitCodes.failed, stopped: exitCodes.stopped }

const createConfirm =
  (yes: boolean, signal: AbortSignal): PublishOptions['confirm'] =>
  async (question, { isMost }) => {
    if (yes && !isMost) return true
    if (!process.stdin.isTTY) {
      const reason = isMost
        ? '--yes does not answer this question, because the command would delete more than half of them. Run it in a terminal.'
        : 'The command cannot ask, because it does not run in a terminal. Use --yes to agree.'
      console.log(`${question} ${reason}`)
      return false
    }
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    // Node's readline catches Ctrl-C. The signal is passed on to the process, so that it stops the command.
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    const answer = await terminal
      .question(`${question} (yes) `, { signal })
      .finally(() => terminal.close())
    return answer.trim().toLowerCase() === 'yes'
  }

readEnvFile()
await runCommand({
  usage: `Usage: ${toProgram('publish')} <folder> [--dry-run] [--delete-missing [--yes]]`,
  help,
  options: { 'dry-run': flag, 'delete-missing': flag, yes: flag },
  takes: 1,
  stopped: 'Stopped. Nothing was committed. Run the command again to continue.',
  run: async ({ values, positionals: [folder = ''] }, signal) => {
    const config = parseConfig(process.env)
    const { account, github, dataDir, filesUrl } = toPublishSettings(config)
    limitSharp()
    const result = await publish({
      folder,
      cacheDir: join(dataDir, 'publish'),
      dryRun: values['dry-run'],
      deleteMissing: values['delete-missing'],
      stripsMetadata: config.pictureMetadata === 'strip',
      confirm: createConfirm(values.yes, signal),
      pictures: createCloudPictures(account),
      branch: createCatalogueBranch(github),
      print: (line) => print([line]),
      signal,
    })
    if (result !== 'stopped' && !values['dry-run'])
      print([`To show these pictures, start the server with WALLPAPERS_BASE_URL=${filesUrl}`])
    return resultCodes[result]
  },
})
