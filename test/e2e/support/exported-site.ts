import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { landscape, plain } from '../../server/adapters/sample-pictures.ts'
import { startPlainFileServer } from '../../tools/servers/plain-file-server.ts'
import { toCommand } from '../../tools/servers/programs.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

export const base = '/walls'

const hues = ['#AA3322', '#22AA33', '#2233AA', '#F4F4F4', '#111111']

/** Paints 40 pictures in two categories. Most of them are small, so that the export takes seconds. */
const paintPictures = async (folder: string) => {
  await Promise.all(['nature', 'art'].map((name) => mkdir(join(folder, name))))
  const large = [
    landscape(1600, 900),
    landscape(900, 1600),
    landscape(1300, 800),
    plain('#336699', 1300, 700),
  ]
  const small = Array.from({ length: 36 }, (_, at) => plain(hues[at % 5] ?? '', 320 + at, 200))
  await Promise.all(
    [...large, ...small].map((picture, at) =>
      picture.jpeg().toFile(join(folder, at % 4 === 0 ? 'nature' : 'art', `${nameOf(at)}.jpg`)),
    ),
  )
}

const nameOf = (at: number) => ['lagoon', 'tower', 'meadow', 'evening'][at] ?? `quiet-${at}`

export const runExport = async (
  folder: string,
  out: string,
  { url, dataDir }: { url: string; dataDir: string },
) => {
  const [node, ...first] = toCommand(resolve('server/cli/export.ts'))
  const child = spawn(node, [...first, folder, out, '--url', url], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      text += String(piece)
    })
  await once(child, 'exit')
  return { text, code: child.exitCode }
}

export const openExportedSite = async (pictures: (dir: string) => Promise<string>, path = base) => {
  const dir = await makeTempDir('plain-files')
  const folder = await pictures(dir)
  const out = join(dir, 'site')
  await mkdir(out)
  const server = await startPlainFileServer(out, path)
  return {
    server,
    out,
    run: () => runExport(folder, out, { url: server.url, dataDir: join(dir, 'data') }),
    close: async () => {
      await server.close()
      await removeDir(dir)
    },
  }
}

export const exportPictures = () =>
  openExportedSite(async (dir) => {
    const folder = join(dir, 'pictures')
    await mkdir(folder)
    await paintPictures(folder)
    return folder
  })
