/**
 * Sends random requests to a server with accounts of its own, to a server with accounts at Clerk,
 * and random bytes to its socket. No answer may be a 5xx, malformed, slower than a second, or
 * reveal a secret, a path or an address of the server.
 * Run it with `npm run lab -- fuzz` for 10,000 requests, or `npm run lab -- fuzz 500` for 500. Add a printed
 * seed to repeat a run: `npm run lab -- fuzz 500 1234`.
 * Prints the statuses and the slowest answer of each operation, then the smallest failing request.
 */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { withoutNamedParts } from '../../../server/http/openapi-document.ts'
import { signedInSchema } from '../../../shared/account-api.ts'
import { startClerkBackend } from '../../emulators/clerk-backend.ts'
import { signClerkToken, toClerkCookie } from '../../emulators/clerk-tokens.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { fuzzBytes } from './bytes.ts'
import { pagesOf } from './pages.ts'
import { type Asked, type FuzzReport, runFuzz } from './run.ts'

const slowMs = 1000
const password = 'correct horse'
const known = ['alpine-dawn', 'forest-light', 'alpine-dawn.jpg', 'nature', 'blue', 'ada', password]

const requests = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? randomInt(2 ** 31))
if (!Number.isInteger(requests) || !Number.isInteger(seed))
  throw new Error('Expected whole numbers. Example: npm run lab -- fuzz 500 1234')
const share = (part: number) => Math.ceil(requests * part)

const dir = await makeTempDir('fuzz')
const places = [dir, resolve(import.meta.dirname, '../../..')]

const createSignUp = (url: string) => {
  let people = 0
  return async (name = `ada_${++people}`) => {
    const answer = await fetch(`${url}/api/auth/sign-up/username`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: url,
        'X-Forwarded-For': `10.0.${people >> 8}.${people & 255}`,
      },
      body: JSON.stringify({ username: name, password }),
    })
    const { token } = signedInSchema.parse(await answer.json())
    return { token, cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
  }
}

const pathsOf = async (url: string, identity: 'local' | 'clerk') => {
  const document = await fetch(`${url}/openapi.json`)
  return { ...withoutNamedParts(await document.json()).paths, ...pagesOf(identity) }
}

/** Fuzzes one server, prints what it answered, and resolves with the number of problems. */
const fuzzServer = async (
  title: string,
  env: Record<string, string>,
  fuzz: (url: string) => Promise<FuzzReport>,
): Promise<number> => {
  const { url, log, stop } = await startServer({
    cwd: dir,
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: join(dir, title),
      ...env,
    },
  })
  const { asked, failure } = await fuzz(url).finally(stop)
  const lines = log().split('\n')
  const errors = lines.filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)
  const slow = asked.filter(({ milliseconds }) => milliseconds > slowMs)
  console.log(`\n${title}`)
  for (const [name, some = []] of Object.entries(Object.groupBy(asked, ({ name }) => name)))
    console.log(sumUp(name, some))
  for (const { method, path, milliseconds } of slow)
    console.log(`slow: ${milliseconds.toFixed(0)} ms for ${method} ${path.slice(0, 200)}`)
  for (const line of errors) console.log(`logged: ${line}`)
  console.log(
    `${asked.length} answered, ${slow.length} slower than 1 s, ${errors.length} errors in the log`,
  )
  if (failure !== undefined) console.error(`Seed ${seed}: ${failure}`)
  return slow.length + errors.length + (failure === undefined ? 0 : 1)
}

const sumUp = (name: string, all: readonly Asked[]) => {
  const statuses = Object.entries(Object.groupBy(all, ({ status }) => status))
  const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds))
  const counts = statuses.map(([status, some = []]) => `${status} ×${some.length}`).join('  ')
  return `${name.padEnd(22)} ${`${slowest.toFixed(0)} ms`.padStart(8)}   ${counts}`
}

console.log(`Fuzzing with ${requests} requests, seed ${seed}`)
const clerk = await startClerkBackend()
const problems = [
  await fuzzServer('accounts of its own', {}, async (url) => {
    const signUp = createSignUp(url)
    const stranger = await signUp('stranger')
    const secret = await readFile(join(dir, 'accounts of its own/session-secret'), 'utf8')
    return runFuzz({
      origin: url,
      publicUrl: url,
      paths: await pathsOf(url, 'local'),
      requests: share(0.6),
      seed,
      signUp: () => signUp(),
      known: [...known, 'stranger'],
      hidden: [...places, secret.trim(), stranger.token],
    })
  }),
  await fuzzServer('accounts at Clerk', clerk.env, async (url) =>
    runFuzz({
      origin: url,
      publicUrl: url,
      paths: await pathsOf(url, 'clerk'),
      requests: share(0.2),
      seed,
      signUp: async () => {
        const { id } = clerk.addUser()
        const token = signClerkToken(clerk.keys, { userId: id, azp: url })
        return { token, cookie: toClerkCookie(token) }
      },
      known,
      hidden: [...places, clerk.url, clerk.keys.jwtKey, clerk.env.CLERK_SECRET_KEY ?? clerk.url],
    }),
  ),
  await fuzzServer('bytes', {}, (url) =>
    fuzzBytes({ origin: url, requests: share(0.2), seed, hidden: places }),
  ),
]
await clerk.stop()
await removeDir(dir)
process.exitCode = problems.every((count) => count === 0) ? 0 : 1
