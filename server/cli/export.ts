/** `npm run export -- <folder or user/repo> <out>` writes a site of plain files, which needs no server. */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { limitSharp, openWallpapersOnly } from '../adapters/sharp/open-picture.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { DomainError } from '../domain-error.ts'
import { type ExportResult, exportSite } from './export/export-site.ts'
import { ExportError } from './export/output-folder.ts'
import { fetchRepository, readRepository } from './export/repository.ts'
import { toProgram } from './program.ts'
import { toLine, toLineLog } from './publish/publish-error.ts'
import { toPrintable } from './publish/report.ts'

const usage = `Usage: ${toProgram('export')} <folder or user/repo> <out> --url <address>`
const help = [
  usage,
  '',
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
const exitCodes = { failed: 1, wrongUsage: 2, partly: 3, stopped: 130 } as const

const readArguments = () => {
  try {
    const options = { url: { type: 'string' }, help: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [from, out, ...others] = positionals
    if (values.help) return undefined
    if (from === undefined || out === undefined || others.length > 0) throw new ConfigError(usage)
    return { from, out: resolve(out), url: readUrl(values.url) }
  } catch (error) {
    process.exitCode = exitCodes.wrongUsage
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${toLine(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}

const readUrl = (text = '') => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '')
    return url.href.replace(/\/+$/, '')
  throw new ConfigError(
    `--url is '${text}': it accepts the http or https address that the site will have, without a query`,
  )
}

const findFolder = async (from: string, config: Config) => {
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

const print = (line: string) => console.log(toPrintable(line))

const progressMs = 5_000
let saidAt = 0
const sayProgress = (done: number, total: number) => {
  if (Date.now() - saidAt < progressMs) return
  saidAt = Date.now()
  print(`${done} of ${total} pictures`)
}

const main = async () => {
  const asked = readArguments()
  if (asked === undefined) return help.forEach(print)
  const config = parseConfig(process.env)
  if (![scriptFile, join(exportedTabDir, 'index.html')].every((file) => existsSync(file)))
    throw new ExportError('The scripts of the site are missing: run npm run build:site')
  limitSharp()
  openWallpapersOnly()
  const result = await exportSite({
    folder: await findFolder(asked.from, config),
    out: asked.out,
    publicUrl: asked.url,
    // Shared with `catalogue check` and `publish-catalogue`, so that a folder is measured once.
    cacheDir: join(resolve(config.dataDir), 'publish'),
    work: createPictureWork({ memoryBytes: config.pictureMemoryMb * 1e6 }),
    stripsMetadata: config.pictureMetadata === 'strip',
    extensionUrls: config.extensionUrls,
    scriptFile,
    exportedTabDir,
    log: { ...toLineLog(print), info: () => undefined },
    onProgress: sayProgress,
    onSkipped: (file, reason) => print(`Left out ${file}: ${reason}`),
    signal,
  })
  describe(result, asked.out).forEach(print)
  if (result.skipped > 0) process.exitCode = exitCodes.partly
}

const describe = ({ wallpapers, written, unchanged, deleted }: ExportResult, out: string) => [
  `${wallpapers} wallpapers are in ${out}: ${written} files written, ${unchanged} unchanged, ${deleted} deleted`,
  'The extension and other sites can read them if the host sends "Access-Control-Allow-Origin: *". GitHub Pages does.',
  'Netlify and Cloudflare Pages send it because of the file _headers. On other hosts, add this header yourself.',
]

const isExpected = (error: unknown) =>
  error instanceof ConfigError || error instanceof DomainError || error instanceof ExportError

readEnvFile()
const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())

await main().catch((error: unknown) => {
  if (signal.aborted) print('Stopped. Run the command again to continue.')
  else console.error(isExpected(error) ? toPrintable(toLine(error)) : error)
  process.exitCode = signal.aborted ? exitCodes.stopped : (process.exitCode ?? exitCodes.failed)
})
