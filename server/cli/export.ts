import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitSharp, openWallpapersOnly } from '../adapters/sharp/open-picture.ts'
import { parseConfig } from '../config/config.ts'
import { exportSite } from './export/export-site.ts'
import { folderOptionsOf } from './export/read-folder.ts'
import {
  type CommandBody,
  CommandError,
  exitCodes,
  print,
  toLineLog,
  UsageError,
} from './program.ts'

const readUrl = (text: string) => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '')
    return url.href.replace(/\/+$/, '')
  throw new UsageError(
    `--url is '${text}': it accepts the http or https address that the site will have, without a query`,
  )
}

const distDir = fileURLToPath(new URL('../../dist', import.meta.url))

const progressMs = 5_000
let saidAt = 0
const sayProgress = (done: number, total: number) => {
  if (Date.now() - saidAt < progressMs) return
  saidAt = Date.now()
  print([`${done} of ${total} pictures`])
}

export const command: CommandBody = {
  help: [
    'Writes a site of plain files into the folder <out>: pages, feeds, pictures in several sizes, and the index that the',
    'extension and other programs read. Any web host can serve it. The next run writes only what has changed.',
    '',
    '<folder>  pictures, or a catalogue with an index.json',
  ],
  options: {
    url: {
      type: 'string',
      value: 'ADDRESS',
      isRequired: true,
      help: 'the address that the site will have, with its path, such as https://ada.github.io/wallpapers',
    },
  },
  exits:
    '0 done, 1 nothing could be done, 2 wrong usage, 3 done but a picture was left out, 130 interrupted',
  stopped: 'Stopped. Run the command again to continue.',
  run: async ({ options: { url = '' }, arguments: [from = '', to = ''] }, env, signal) => {
    const [publicUrl, out] = [readUrl(String(url)), resolve(to)]
    const config = parseConfig(env)
    if (
      !['site/browse.js', 'tab-export/index.html'].every((file) => existsSync(join(distDir, file)))
    )
      throw new CommandError('The scripts of the site are missing: run npm run build')
    const folder = resolve(from)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandError(`There is no folder ${folder}`)
    limitSharp()
    openWallpapersOnly()
    const { wallpapers, written, unchanged, deleted, skipped } = await exportSite({
      folder,
      ...folderOptionsOf(config),
      out,
      publicUrl,
      stripsMetadata: config.values.PICTURE_METADATA === 'strip',
      extensionUrls: config.extensionUrls,
      distDir,
      log: { ...toLineLog((line) => print([line])), info: () => undefined },
      onProgress: sayProgress,
      onSkipped: (file, reason) => print([`Left out ${file}: ${reason}`]),
      signal,
    })
    print([
      `${wallpapers} wallpapers are in ${out}: ${written} files written, ${unchanged} unchanged, ${deleted} deleted`,
      'The extension and other sites can read them if the host sends "Access-Control-Allow-Origin: *". GitHub Pages does.',
      'Netlify and Cloudflare Pages send it because of the file _headers. On other hosts, add this header yourself.',
    ])
    return skipped > 0 ? exitCodes.partly : exitCodes.done
  },
}
