import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type ImmichAsset, immichKey, startImmich } from '../../../emulators/immich.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { dieWithParent, isRunning, stopChild } from '../../../tools/child.ts'
import { findProgram } from '../../../tools/servers/find-servers.ts'
import { toCommand } from '../../../tools/servers/programs.ts'
import { findFreePort } from '../../../tools/servers/sockets.ts'
import { inheritedEnv } from '../../../tools/servers/start-server.ts'
import { startWebdav } from '../../../tools/servers/start-webdav.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

/** The server is killed at the `turn`-th change of such a file in a folder of `DATA_DIR/sources`. */
type Moment = [folder: string, file: RegExp, turn: number]

// A draft changes when it is created, written and renamed.
const whileItFills: readonly Moment[] = [
  ['immich', /\.jpg\.json\.[^.]+\.tmp$/, 8],
  ['files', /\.jpg\.json$/, 5],
  ['immich', /^\.[^.]+\.tmp$/, 16],
  ['files', /\.jpg$/, 6],
  ['.measured', /^ids\.jsonl/, 1],
]
const whileItChanges: readonly Moment[] = [
  ['files', /\.jpg$/, 3],
  ['immich', /^\.pulled\.jsonl$/, 12],
  ['immich', /\.jpg$/, 3],
  ['files', /^\.[^.]+\.tmp$/, 5],
  ['.measured', /^pictures\.json\..+\.tmp$/, 1],
]

const count = 40
const isMoved = (at: number) => at % 4 === 0
const isChanged = (at: number) => at % 4 === 1
const isRemoved = (at: number) => at % 8 === 2

/** Makes a picture of colored squares, which depend on the seed. */
const makeJpeg = (seed: string) => {
  const side = 8
  const toByte = (at: number) => hash('md5', `${seed} ${at}`, 'buffer')[0] ?? 0
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, at) => toByte(at))
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(160, 90, { fit: 'fill', kernel: 'nearest' })
    .jpeg()
    .toBuffer()
}
const digest = (bytes: Uint8Array) => hash('sha256', bytes)

it.skipIf(!findProgram('lighttpd'))(
  'a server that is killed ten times while it pulls loses, doubles and mixes up no picture',
  async () => {
    const dir = await makeTempDir('killed')
    const sources = join(dir, 'sources')
    for (const name of ['immich', 'files', '.measured'])
      await mkdir(join(sources, name), { recursive: true })
    const [immich, webdav, port] = [
      await startImmich(3),
      await startWebdav('lighttpd'),
      await findFreePort(),
    ]
    const env = {
      ...inheritedEnv(),
      PORT: `${port}`,
      DATA_DIR: dir,
      ACCESS: 'public',
      IMMICH_URL: immich.url,
      IMMICH_API_KEY: immichKey,
      IMMICH_TAKE: 'all',
      WEBDAV_FOLDERS: `files=${webdav.address}`,
      SOURCES_REFRESH_SECONDS: '1',
      FOLDER_REFRESH_SECONDS: '0.1',
    }
    /** The picture of each content, also of its content before a change. */
    const pictureOf = new Map<string, string>()
    const make = async (picture: string, version = 1) => {
      const bytes = await makeJpeg(`${picture} ${version}`)
      pictureOf.set(digest(bytes), picture)
      return bytes
    }
    const pathOf = (at: number) => join(webdav.files, `folder ${at % 3}/w${at}.jpg`)
    const write = async (path: string, bytes: Uint8Array) => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
    const assets: ImmichAsset[] = []
    for (let at = 0; at < count; at++) {
      assets.push({ id: `i${at}`, preview: await make(`i${at}`) })
      await write(pathOf(at), await make(`w${at}`))
    }
    immich.put(assets)

    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    /** The pictures that the server shows, by their ids. */
    const readShown = async () => {
      const answer = await get('/index.json')
      if (!answer.ok) return new Map<string, string>()
      const rows: { file_name: string; file_main_name: string }[] = await answer.json()
      const shown = rows.map(async ({ file_name, file_main_name }) => {
        const file = await get(`/main/${encodeURIComponent(file_main_name)}`)
        // The file may have been removed since the index was read.
        if (file.status === 404) return []
        const content = new Uint8Array(await file.arrayBuffer())
        return [[file_name, expectDefined(pictureOf.get(digest(content)))] as const]
      })
      return new Map((await Promise.all(shown)).flat())
    }
    let hearts = new Map<string, string>()
    const check = async () => {
      const shown = await readShown()
      const pictures = [...shown.values()].toSorted()
      expect(pictures).toEqual([...new Set(pictures)])
      const hearted = [...shown].filter(([id]) => hearts.has(id))
      expect(hearted).toEqual(hearted.map(([id]) => [id, hearts.get(id)]))
      return pictures
    }
    const start = () => {
      const [node, ...args] = toCommand(resolve('server/main.js'))
      const server = spawn(node, args, { cwd: dir, env, stdio: 'ignore' })
      dieWithParent(server)
      return server
    }
    const killAt = async ([folder, file, turn]: Moment) => {
      let turns = 0
      const watcher = watch(join(sources, folder), (_, name) => {
        if (file.test(name ?? '')) turns += 1
        if (turns === turn) server.kill('SIGKILL')
      })
      const server = start()
      const deadline = Date.now() + 120_000
      while (isRunning(server)) {
        expect(Date.now()).toBeLessThan(deadline)
        await check().catch((error) => {
          // `fetch` fails before the server listens, and after it was killed.
          if (!(error instanceof TypeError)) throw error
        })
        await sleep(20)
      }
      watcher.close()
      expect(server.signalCode).toBe('SIGKILL')
    }
    /** Starts the server, and waits until it shows these pictures. */
    const showAll = async (pictures: readonly string[]) => {
      const server = start()
      const read = () => check().catch(() => undefined)
      await expect.poll(read, { timeout: 120_000 }).toEqual(pictures.toSorted())
      return server
    }

    for (const moment of whileItFills) await killAt(moment)
    const filled = await showAll([...pictureOf.values()])
    hearts = await readShown()
    await stopChild(filled)

    const removed = new Set<string>()
    const changed: ImmichAsset[] = [{ id: 'i-new', preview: await make('i-new') }]
    await write(join(webdav.files, 'w-new.jpg'), await make('w-new'))
    for (const [at, asset] of assets.entries()) {
      // Immich gives a picture that is uploaded again another id.
      if (isMoved(at)) changed.push({ ...asset, id: `again-${at}` })
      else if (isChanged(at))
        changed.push({ id: asset.id, preview: await make(asset.id, 2), version: 2 })
      else if (isRemoved(at)) removed.add(asset.id)
      else changed.push(asset)
      if (isMoved(at)) await rename(pathOf(at), join(webdav.files, `moved-${at}.jpg`))
      if (isChanged(at)) await write(pathOf(at), await make(`w${at}`, 2))
      if (isRemoved(at)) await rm(pathOf(at))
      if (isRemoved(at)) removed.add(`w${at}`)
    }
    immich.put(changed)
    for (const moment of whileItChanges) await killAt(moment)
    const left = [...new Set(pictureOf.values())].filter((each) => !removed.has(each))
    await stopChild(await showAll(left))

    // Another server may still be writing a temporary file that is younger than an hour.
    const listDrafts = async () =>
      (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.tmp'))
    for (const name of await listDrafts()) await utimes(join(dir, name), 0, 0)
    const last = await showAll(left)
    await expect.poll(listDrafts).toEqual([])
    for (const name of ['immich', 'files']) {
      const files = await readdir(join(sources, name))
      const pictures = files.filter((each) => each.endsWith('.jpg'))
      expect(pictures).toHaveLength(left.length / 2)
      expect(files).toHaveLength(2 * pictures.length + ['.pulled.jsonl', '.status.json'].length)
    }
    await stopChild(last)
    await Promise.all([immich.stop(), webdav.stop()])
    await removeDir(dir)
  },
)
