import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Sharp } from 'sharp'
import { createPictureWork } from '../../../../server/adapters/sharp/picture-work.ts'
import { type ExportOptions, exportSite } from '../../../../server/cli/export/export-site.ts'
import { silentLog } from '../../../accounts-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { landscape, plain } from '../../adapters/sample-pictures.ts'

export const publicUrl = 'https://ada.example/wallpapers'

const tabPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Fresco</title>
    <script type="module" src="./service-worker.js"></script>
  </head>
</html>
`

/** Makes a folder for pictures, one for the site, and one for measurements. */
export const openExport = async () => {
  const dir = await makeTempDir('export')
  const folder = join(dir, 'pictures')
  const out = join(dir, 'site')
  const distDir = join(dir, 'dist')
  await mkdir(folder)
  await mkdir(join(distDir, 'site'), { recursive: true })
  await writeFile(join(distDir, 'site/browse.js'), 'export {}\n')
  await writeFile(join(distDir, 'site/licenses.txt'), 'MIT\n')
  const exportedTabDir = join(distDir, 'tab-export')
  await mkdir(exportedTabDir)
  await writeFile(join(exportedTabDir, 'index.html'), tabPage)
  await writeFile(
    join(exportedTabDir, 'service-worker.js'),
    `const version = 'a1'\nconst files = ["./"]\n`,
  )
  const skipped: string[] = []
  const run = (options: Partial<ExportOptions> = {}) =>
    exportSite({
      folder,
      out,
      publicUrl,
      cacheDir: join(dir, 'data'),
      work: createPictureWork(),
      readsEmbeddedFacts: false,
      stripsMetadata: true,
      distDir,
      log: silentLog,
      onProgress: () => undefined,
      onSkipped: (file, reason) => skipped.push(`${file}: ${reason}`),
      signal: new AbortController().signal,
      ...options,
    })
  return { dir, folder, out, skipped, run, close: () => removeDir(dir) }
}

export const putPicture = async (
  folder: string,
  path: string,
  picture: Sharp | Buffer | string,
) => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const isMade = typeof picture === 'string' || Buffer.isBuffer(picture)
  await writeFile(file, isMade ? picture : await picture.jpeg().toBuffer())
  // A broken file that has just been written may still be growing, which is a case of its own.
  await utimes(file, 1_700_000_000, 1_700_000_000)
}

export const putPictures = async (folder: string) => {
  await putPicture(folder, 'nature/lake.jpg', landscape(1600, 900))
  await putPicture(folder, 'nature/tall.jpg', landscape(900, 1600))
  await putPicture(folder, 'art/Red Square & more #1 100%.jpg', plain('#AA3322', 800, 800))
  await putPicture(folder, 'art/夜景.jpg', plain('#112244', 1400, 700))
  await putPicture(folder, 'Art/lake.jpg', landscape(1300, 800))
}

/** Reads all files of a folder by their paths. */
export const readFiles = async (folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  return new Map(
    await Promise.all(
      files.sort().map(async (file) => [file, await readFile(join(folder, file))] as const),
    ),
  )
}
