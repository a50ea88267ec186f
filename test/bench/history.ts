/**
 * Compares the server of older commits with the server of this folder: its start, its memory after 1,000 requests, and
 * the processor time of a request. Each commit is checked out and installed in a temporary folder.
 * Run it with `npm run bench -- history <commit> …`, oldest commit first.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { hostedResponseSchema } from '../../shared/hosted-api.ts'
import { expectDefined } from '../expect-defined.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const starts = 7
const rounds = 9
const requests = 1_000
const routes = { json: '/api/random-wallpaper?category=nature&count=5', image: 'w=640&h=360' }

interface Version {
  name: string
  main: string
  dataDir: string
}

interface Figures {
  startMs: number[]
  /** Milliseconds of processor time, which other programs affect less. */
  startCpu: number[]
  rss: number[]
  json: number[]
  image: number[]
}

const temp = await makeTempDir('bench-history')

const checkOut = async (commit: string): Promise<Version> => {
  const folder = join(temp, commit)
  await run('git', ['-C', root, 'worktree', 'add', '--detach', folder, commit])
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], { cwd: folder })
  const { stdout } = await run('git', ['-C', folder, 'log', '-1', '--format=%h %s'])
  return toVersion(stdout.trim().slice(0, 50), folder)
}

const toVersion = (name: string, folder: string): Version => {
  const [main = ''] = ['server/main.js', 'server/main.ts']
    .map((file) => join(folder, file))
    .filter(existsSync)
  return { name, main, dataDir: join(temp, `data of ${name.slice(0, 8)}`) }
}

const start = ({ main, dataDir }: Version) =>
  startMeasured({ script: main, env: { DATA_DIR: dataDir, LOG_LEVEL: 'error' } })

const listPaths = async ({ url }: MeasuredProcess) => {
  const all = await fetch(`${url}/api/random-wallpapers?count=100`)
  const pictures = hostedResponseSchema.parse(await all.json())
  return pictures.map(({ public_id: id }) => `/images/${id}?${routes.image}`)
}

const measureStart = async (version: Version, { startMs, startCpu, rss }: Figures) => {
  const server = await start(version)
  const { cpu } = await server.usage()
  const paths = [routes.json, ...(await listPaths(server))]
  for (let at = 0; at < requests; at++) {
    const response = await fetch(server.url + paths[at % paths.length])
    if (!response.ok) throw new Error(`${version.name}: ${response.url} is ${response.status}`)
    await response.arrayBuffer()
  }
  startMs.push(server.startMs)
  startCpu.push(cpu / 1000)
  rss.push((await server.usage()).rss / 1e6)
  await server.stop()
}

const measureRequests = async (
  server: MeasuredProcess,
  { json, image }: Pick<Figures, 'json' | 'image'>,
) => {
  const seconds = 1
  json.push((await measureLoad(server, [routes.json], { seconds })).cpu)
  image.push((await measureLoad(server, await listPaths(server), { seconds })).cpu)
}

const noFigures = (): Figures => ({ startMs: [], startCpu: [], rss: [], json: [], image: [] })

const median = (values: readonly number[]) =>
  Math.round(expectDefined(values.toSorted((one, other) => one - other)[values.length >> 1]))

// All versions are measured in turns, so that other load on the machine affects all of them.
const measure = async (versions: readonly Version[]) => {
  const measured = versions.map((version) => ({ version, figures: noFigures() }))
  // The first start compiles the files of the server and makes the pictures.
  for (const { version } of measured) await measureStart(version, noFigures())
  for (let round = 0; round < starts; round++)
    for (const { version, figures } of measured) await measureStart(version, figures)
  const servers = await Promise.all(versions.map(start))
  for (const server of servers) await measureRequests(server, noFigures())
  for (let round = 0; round < rounds; round++)
    for (const [at, { figures }] of measured.entries())
      await measureRequests(expectDefined(servers[at]), figures)
  for (const server of servers) await server.stop()
  return measured
}

const commits = process.argv.slice(2)
try {
  const versions = []
  for (const commit of commits) versions.push(await checkOut(commit))
  const measured = await measure([...versions, toVersion('this folder', root)])
  console.table(
    measured.map(({ version, figures }) => ({
      version: version.name,
      'ready after ms': median(figures.startMs),
      'start, processor ms': median(figures.startCpu),
      'resident MB': median(figures.rss),
      'JSON, processor µs': median(figures.json),
      'image, processor µs': median(figures.image),
    })),
  )
} finally {
  await removeDir(temp)
  await run('git', ['-C', root, 'worktree', 'prune'])
}
