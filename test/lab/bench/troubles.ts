/**
 * Benchmark of a server in trouble: sign-ins on 8 connections, resized versions of a picture of 225
 * megapixels, a database that another program has locked, and a backup that is made and restored.
 * Run it with `npm run lab -- bench troubles`. `SECONDS=20` measures each row for 20 seconds instead of 10.
 * Prints the latency of `GET /api/wallpapers` and of a cached picture, and the server's memory, for
 * each trouble alone and for all of them at once.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import sharp from 'sharp'
import { signedInSchema } from '../../../shared/account-api.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { startMeasured } from './measured-process.ts'

const root = resolve(import.meta.dirname, '../../..')
const seconds = Number(process.env.SECONDS ?? 10)
const password = 'correct horse'
const temp = await makeTempDir('bench-troubles')
const dataDir = join(temp, 'data')
const pictures = join(temp, 'pictures')

await cp(join(root, 'server/sample/main'), join(pictures, 'nature'), { recursive: true })
const side = 15_000
await sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
  .png({ progressive: true })
  .toFile(join(pictures, 'nature', 'huge.png'))

const server = await startMeasured({
  script: join(root, 'server/main.js'),
  env: {
    WALLPAPERS_DIR: pictures,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  },
})

let people = 0
const post = (path: string, body: object, headers: Record<string, string> = {}) => {
  people += 1
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: server.url,
      'X-Forwarded-For': `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}
const signedUp = await post('/api/auth/sign-up/username', { username: 'ada', password })
const { token } = signedInSchema.parse(await signedUp.json())

type Trouble = (isOver: () => boolean) => Promise<unknown>

const onConnections = (count: number, work: () => Promise<unknown>): Trouble => {
  return (isOver) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        while (!isOver()) await work()
      }),
    )
}

const drain = async (answer: Promise<Response>) => (await answer).arrayBuffer()

let size = 0
const runNode = (...args: string[]) => promisify(execFile)(process.execPath, args)
const admin = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'server/cli/fresco.js'), 'admin', ...args], {
    cwd: temp,
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })

const lockScript = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 })
  database.exec('BEGIN IMMEDIATE')
  setTimeout(() => database.exec('ROLLBACK'), Number(process.argv[2]))`

const signIn = () => {
  const username = `person_${people % 1000}`
  return drain(post('/api/auth/sign-in/username', { username, password }))
}

const troubles: Record<string, Trouble> = {
  // The first sign-in starts the thread that hashes passwords.
  'first sign-in': signIn,
  'sign-ins': onConnections(8, signIn),
  'a huge picture': onConnections(2, () => {
    size = (size + 16) % 800
    return drain(fetch(`${server.url}/images/huge?w=${800 + size}&h=600&format=webp`))
  }),
  'a locked database': async (isOver) => {
    const change = onConnections(4, () =>
      drain(
        fetch(`${server.url}/api/favorites`, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify({ wallpaperId: `w${people++ % 500}`, action: 'add' }),
        }),
      ),
    )
    const lock = async () => {
      while (!isOver()) {
        await runNode('-e', lockScript, join(dataDir, 'fresco.sqlite'), '4500')
        await sleep(500)
      }
    }
    await Promise.all([change(isOver), lock()])
  },
  'backup and restore': async (isOver) => {
    while (!isOver()) {
      const restored = await mkdtemp(join(temp, 'restored-'))
      const file = join(restored, 'backup')
      await admin(dataDir, 'backup', file)
      await admin(restored, 'restore', file)
    }
  },
}

const load = (path: string, rate: number) =>
  autocannon({
    url: server.url + path,
    connections: 8,
    duration: seconds,
    overallRate: rate,
  })

const measure = async (title: string, all: readonly Trouble[]) => {
  let isOver = false
  let most = 0
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, (await server.usage()).rss)
      await sleep(200)
    }
  }
  const running = Promise.all([watch(), ...all.map((trouble) => trouble(() => isOver))])
  const [api, picture] = await Promise.all([
    load('/api/wallpapers', 100),
    load('/images/alpine-dawn?w=640&h=360', 50),
  ])
  isOver = true
  await running
  return {
    trouble: title,
    'API p99 ms': api.latency.p99,
    'API longest ms': api.latency.max,
    'picture p99 ms': picture.latency.p99,
    'picture longest ms': picture.latency.max,
    failed: api.errors + api.non2xx + picture.errors + picture.non2xx,
    'memory MB': Math.round(most / 1e6),
  }
}

// The first requests compile the code and fill the cache of pictures.
await measure('', [])
const rows = [await measure('none', [])]
for (const [title, trouble] of Object.entries(troubles)) rows.push(await measure(title, [trouble]))
rows.push(await measure('all at once', Object.values(troubles)))
console.table(rows)
await server.stop()
await removeDir(temp)
