/**
 * pulling [PICTURES]: what a server takes that pulls pictures. Prints requests, bytes and seconds of the first look at an
 * Immich server with 20,000 pictures and of the next look, and the most memory, also with photographs of 24 megapixels.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { immichKey, startImmich } from '../../emulators/immich.ts'
import { startSite } from '../../emulators/site.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const count = Number(process.argv[2] ?? 20_000)

/** Counts the bytes that a server sends. */
const startCounter = async (url: string) => {
  let bytes = 0
  const server = createServer((client) => {
    const upstream = createConnection(Number(new URL(url).port), '127.0.0.1')
    upstream.on('data', (piece) => {
      bytes += piece.length
    })
    client.pipe(upstream).pipe(client)
    for (const side of [client, upstream]) side.on('error', () => client.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    take: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
    stop: () => server.close(),
  }
}

const makePhoto = (seed: number, width: number, height: number) => {
  const side = 64
  const pixels = Uint8Array.from(
    { length: side * side * 3 },
    (_, at) => (at * (seed * 2 + 7919)) % 251,
  )
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(Buffer.from(pixels), { raw })
    .resize(width, height, { fit: 'fill' })
    .jpeg()
    .toBuffer()
}

const mostMemory = async (pid: number) => {
  const [, kb] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

const run = async (name: string, env: Record<string, string>, report: () => string) => {
  const dir = await makeTempDir('pulling')
  const began = performance.now()
  const status = join(dir, 'data/sources', name, '.status.json')
  const readStatus = () =>
    readFile(status, 'utf8').then(
      (text) => JSON.parse(text),
      () => ({ lookedAt: 0 }),
    )
  const server = await startServer({ env: { DATA_DIR: join(dir, 'data'), ...env } })
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
  const say = async (what: string, from: number) => {
    const { pictures, problem = '' } = await readStatus()
    const memory = `${await mostMemory(server.pid)} MB of memory at most`
    console.log(
      `${what}: ${pictures} pictures, ${seconds(from)} s, ${report()}, ${memory} ${problem}`,
    )
  }
  await sleep(3_000)
  console.log(`At the start: ${await mostMemory(server.pid)} MB of memory at most`)
  const first = async () => {
    while ((await readStatus()).lookedAt === 0) await sleep(200)
  }
  await first()
  await say(`${name}, first look`, began)
  const { lookedAt } = await readStatus()
  await writeFile(`/proc/${server.pid}/clear_refs`, '5').catch(() => undefined)
  const next = performance.now()
  while ((await readStatus()).lookedAt === lookedAt) await sleep(100)
  await say(`${name}, next look after its pause`, next)
  await server.stop()
  await removeDir(dir)
}

const previews = await Promise.all(Array.from({ length: 64 }, (_, at) => makePhoto(at, 96, 54)))
const immich = await startImmich(3)
immich.put(Array.from({ length: count }, (_, at) => ({ id: `p${at}`, preview: previews[at % 64] })))
const counter = await startCounter(immich.url)
const takeAll = { IMMICH_API_KEY: immichKey, IMMICH_TAKE: 'all', SOURCES_REFRESH_SECONDS: '5' }
await run('immich', { IMMICH_URL: counter.url, ...takeAll }, () => {
  const asked = immich.asked()
  const lists = asked.filter((path) => path.includes('/search/')).length
  return `${asked.length} requests (${lists} for lists), ${(counter.take() / 1e6).toFixed(1)} MB`
})
await immich.stop()
counter.stop()

const site = await startSite()
const photos = await Promise.all([1, 2, 3, 4].map((seed) => makePhoto(seed, 6000, 4000)))
const names = Array.from({ length: 60 }, (_, at) => `/${at}.jpg`)
for (const [at, name] of names.entries()) site.put(name, photos[at % 4] ?? '')
site.put('/list', JSON.stringify(names))
const size = ((photos[0]?.length ?? 0) / 1e6).toFixed(1)
const env = { JSON_LISTS: `photos=${site.url}/list`, SOURCES_REFRESH_SECONDS: '5' }
await run('photos', env, () => `${site.asked().length} requests, photographs of ${size} MB`)
await site.stop()
