/** `npm run fresco -- export <folder or user/repo> <out>` writes a site of plain files, which needs no server. */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitSharp, openWallpapersOnly } from '../adapters/sharp/open-picture.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { type Config, parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { type ExportResult, exportSite } from './export/export-site.ts'
import { ExportError } from './export/output-folder.ts'
import { fetchRepository, readRepository } from './export/repository.ts'
import { exitCodes, print, runCommand, toLineLog, toProgram, UsageError } from './program.ts'

const help = [
  '  Writes a site of plain files into the folder <out>: pages, feeds, pictures in several sizes, and the index that the',
  '  extension and other programs read. Any web host can serve it. The next run writes only what has changed.',
  '',
  '  <folder>    pictures, or a catalogue with an index.json',
  '  <user/repo> a repository at GitHub. GITHUB_TOKEN gives access to a private one, GITHUB_REF names a branch.',
  '  --url       the address that the site will have, with its path, such as https://ada.github.io/wallpapers',
  '  --help      explains the command and does nothing',
  '',
  'Exit codes: 0 done, 1 nothing could be done, 2 wrong usage, 3 done but a picture was left out, 130 interrupted.',
]

const readUrl = (text = '') => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '')
    return url.href.replace(/\/+$/, '')
  throw new UsageError(
    `--url is '${text}': it accepts the http or https address that the site will have, without a query`,
  )
}

const findFolder = async (from: string, config: Config, signal: AbortSignal) => {
  if (statSync(from, { throwIfNoEntry: false })?.isDirectory()) return resolve(from)
  const repository = readRepository(from)
  if (repository === undefined)
    throw new ExportError(`There is no folder ${from}, and it is not the name of a repository`)
  const { owner: GITHUB_OWNER, repo: GITHUB_REPO } = repository
  const { github } = parseConfig({ ...process.env, GITHUB_OWNER, GITHUB_REPO })
  const { ref = 'HEAD', token = '', apiUrl } = github ?? {}
  const host = apiUrl === undefined ? 'https://github.com' : new URL(apiUrl).origin
  const dir = join(resolve(config.dataDir), 'repositories')
  return fetchRepository({ ...repository, ref, token, host, dir, env: process.env, signal })
}

const built = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))
const scriptFile = built('site/browse.js')
const exportedTabDir = built('tab-export')

const progressMs = 5_000
let saidAt = 0
const sayProgress = (done: number, total: number) => {
  if (Date.now() - saidAt < progressMs) return
  saidAt = Date.now()
  print([`${done} of ${total} pictures`])
}

const describe = ({ wallpapers, written, unchanged, deleted }: ExportResult, out: string) => [
  `${wallpapers} wallpapers are in ${out}: ${written} files written, ${unchanged} unchanged, ${deleted} deleted`,
  'The extension and other sites can read them if the host sends "Access-Control-Allow-Origin: *". GitHub Pages does.',
  'Netlify and Cloudflare Pages send it because of the file _headers. On other hosts, add this header yourself.',
]

readEnvFile()
await runCommand({
  usage: `Usage: ${toProgram('export')} <folder or user/repo> <out> --url <address>`,
  help,
  options: { url: { type: 'string' } },
  takes: 2,
  stopped: 'Stopped. Run the command again to continue.',
  run: async ({ values, positionals: [from = '', to = ''] }, signal) => {
    const [publicUrl, out] = [readUrl(values.url), resolve(to)]
    const config = parseConfig(process.env)
    if (![scriptFile, join(exportedTabDir, 'index.html')].every((file) => existsSync(file)))
      throw new ExportError('The scripts of the site are missing: run npm run build')
    limitSharp()
    openWallpapersOnly()
    const result = await exportSite({
      folder: await findFolder(from, config, signal),
      out,
      publicUrl,
      // Shared with `catalogue check` and `publish-catalogue`, so that a folder is measured once.
      cacheDir: join(resolve(config.dataDir), 'publish'),
      work: createPictureWork({ memoryBytes: config.pictureMemoryMb * 1e6 }),
      stripsMetadata: config.pictureMetadata === 'strip',
      extensionUrls: config.extensionUrls,
      scriptFile,
      exportedTabDir,
      log: { ...toLineLog((line) => print([line])), info: () => undefined },
      onProgress: sayProgress,
      onSkipped: (file, reason) => print([`Left out ${file}: ${reason}`]),
      signal,
    })
    print(describe(result, out))
    return result.skipped > 0 ? exitCodes.partly : exitCodes.done
  },
})
