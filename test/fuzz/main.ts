/**
 * Sends random requests to every operation of the OpenAPI document. No answer may be a 5xx,
 * malformed, or slower than a second.
 * Run it with `npm run fuzz` for 10,000 requests, or `npm run fuzz -- 500` for 500. Add a printed
 * seed to repeat a run: `npm run fuzz -- 500 1234`.
 * Prints the statuses and the slowest answer of each operation, then the smallest failing request.
 */
import { randomInt } from 'node:crypto'
import { createOpenApiDocument } from '../../server/http/openapi-document.ts'
import { signedInSchema } from '../../shared/account-api.ts'
import { startServer } from '../tools/servers/start-server.ts'
import { type Asked, runFuzz } from './run.ts'

const slowMs = 1000
const password = 'correct horse'

const requests = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? randomInt(2 ** 31))
if (!Number.isInteger(requests) || !Number.isInteger(seed))
  throw new Error('Expected whole numbers. Example: npm run fuzz -- 500 1234')

const { url, log, stop } = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })

let people = 0
const signUp = async () => {
  people += 1
  const answer = await fetch(`${url}/api/auth/sign-up/username`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: url,
      'X-Forwarded-For': `10.0.${people >> 8}.${people & 255}`,
    },
    body: JSON.stringify({ username: people === 1 ? 'ada' : `ada_${people}`, password }),
  })
  const { token } = signedInSchema.parse(await answer.json())
  return { token, cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
}

const sumUp = (name: string, all: readonly Asked[]) => {
  const statuses = Object.entries(Object.groupBy(all, ({ status }) => status))
  const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds))
  const counts = statuses.map(([status, some = []]) => `${status} ×${some.length}`).join('  ')
  return `${name.padEnd(22)} ${`${slowest.toFixed(0)} ms`.padStart(8)}   ${counts}`
}

console.log(`Fuzzing ${url} with ${requests} requests, seed ${seed}`)
const { asked, failure } = await runFuzz({
  origin: url,
  publicUrl: url,
  document: createOpenApiDocument({
    publicUrl: url,
    instance: { name: 'Fresco', version: '0', identity: 'local' },
  }),
  requests,
  seed,
  signUp,
  known: ['alpine-dawn', 'forest-light', 'alpine-dawn.jpg', 'nature', 'blue', 'ada', password],
})
const ownLines = log()
  .split('\n')
  .filter((line) => line.startsWith('{'))
const errors = ownLines.filter((line) => Number(JSON.parse(line).level) >= 50)
await stop()

for (const [name, some = []] of Object.entries(Object.groupBy(asked, ({ name }) => name)))
  console.log(sumUp(name, some))
const slow = asked.filter(({ milliseconds }) => milliseconds > slowMs)
for (const { method, path, milliseconds } of slow)
  console.log(`slow: ${milliseconds.toFixed(0)} ms for ${method} ${path.slice(0, 200)}`)
for (const line of errors) console.log(`logged: ${line}`)
console.log(
  `${asked.length} answered, ${slow.length} slower than 1 s, ${errors.length} errors in the log`,
)
if (failure !== undefined) console.error(`Seed ${seed}: ${failure}`)
process.exitCode = failure === undefined && slow.length === 0 && errors.length === 0 ? 0 : 1
