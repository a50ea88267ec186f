/**
 * Benchmark of favorites: many changes for one user on two replicas, with a Clerk emulator that
 * takes 20 ms per call.
 * Run it with `npm run lab -- bench favorites`.
 * Prints the changes per second with one change per lock, with coalesced changes as in the server,
 * over HTTP, and with local accounts. It also prints the time to recognize a session.
 */

import { createClerkApi } from '../../../server/adapters/clerk/api.ts'
import { createClerkFavorites } from '../../../server/adapters/clerk/favorites.ts'
import { connectRedis, type Redis } from '../../../server/adapters/redis/connection.ts'
import { createRedisLock } from '../../../server/adapters/redis/lock.ts'
import type { FavoriteChange } from '../../../server/favorites/favorites-store.ts'
import { createAccountsApp, publicUrl, signUp, silentLog } from '../../accounts-app.ts'
import { type ClerkBackend, startClerkBackend } from '../../emulators/clerk-backend.ts'
import { signClerkToken } from '../../emulators/clerk-tokens.ts'
import { startRedis } from '../../tools/servers/start-redis.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { burstOfHearts, heart } from '../http-burst.ts'

type Change = (userId: string, change: FavoriteChange) => Promise<unknown>

const createApi = (clerk: ClerkBackend) =>
  createClerkApi({
    secretKey: 'sk_live_bench',
    publishableKey: clerk.env.CLERK_PUBLISHABLE_KEY ?? '',
    apiUrl: clerk.url,
  })

/**
 * A simple favorites store for comparison. For each change it takes the lock, reads the list once
 * and writes the list once.
 */
const createPlain = (clerk: ClerkBackend, redis: Redis): Change => {
  const api = createApi(clerk)
  const lock = createRedisLock(redis, { waitMs: 120_000 })
  return (userId, { id }) =>
    lock(userId, async () => {
      const { favorites = [] } = (await api.findUser(userId))?.publicMetadata ?? {}
      await api.mergeMetadata(userId, { favorites: [...(favorites as string[]), id] })
    })
}

const createCoalesced = (clerk: ClerkBackend, redis: Redis): Change =>
  createClerkFavorites({ clerk: createApi(clerk), lock: createRedisLock(redis) }).change

const measure = async (name: string, clerk: ClerkBackend, replicas: Change[], count: number) => {
  const user = clerk.addUser()
  const before = { ...clerk.calls }
  const start = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      replicas[n % replicas.length]?.(user.id, { action: 'add', id: heart(n) }),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  const kept = (user.public_metadata.favorites as string[]).length
  const calls = `${clerk.calls.read - before.read} reads, ${clerk.calls.write - before.write} writes`
  report(name, count, seconds, `${kept} of ${count} kept, ${calls}`)
  return count / seconds
}

const report = (name: string, count: number, seconds: number, more: string) =>
  console.log(
    `${name.padEnd(44)} ${(count / seconds).toFixed(0).padStart(7)}/s  ${seconds.toFixed(2).padStart(6)} s  ${more}`,
  )

const benchClerk = async () => {
  const [redis, clerk] = await Promise.all([startRedis(), startClerkBackend()])
  const clients = await Promise.all([1, 2].map(() => connectRedis(redis.url, silentLog)))
  clerk.behave({ latencyMs: 20 })
  const plain = await measure(
    'Clerk, plain lock, 2 replicas',
    clerk,
    clients.map((client) => createPlain(clerk, client)),
    100,
  )
  const coalesced = await measure(
    'Clerk, coalesced, 2 replicas',
    clerk,
    clients.map((client) => createCoalesced(clerk, client)),
    500,
  )
  console.log(`${' '.repeat(44)} ${(coalesced / plain).toFixed(0)} times the throughput`)
  for (const client of clients) client.destroy()

  const env = { ...clerk.env, REDIS_URL: redis.url, LOG_LEVEL: 'warn', PUBLIC_URL: publicUrl }
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  const user = clerk.addUser()
  const token = signClerkToken(clerk.keys, { userId: user.id })
  const before = clerk.calls.write
  const { seconds, favorites } = await burstOfHearts(servers, token, 500)
  const writes = clerk.calls.write - before
  report(
    'Clerk over HTTP, 2 servers',
    500,
    seconds,
    `${favorites.length} of 500 kept, ${writes} writes`,
  )
  await Promise.all([...servers, redis, clerk].map((running) => running.stop()))
}

const benchLocal = async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const response = await fetch(`${server.url}/api/auth/sign-up/username`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password: 'correct horse' }),
  })
  const { token } = (await response.json()) as { token: string }
  const { seconds, favorites } = await burstOfHearts([server], token, 500)
  report('SQLite over HTTP, 1 server', 500, seconds, `${favorites.length} of 500 kept`)
  await server.stop()
}

const benchSession = async () => {
  const accounts = await createAccountsApp()
  const { token } = await signUp(accounts)
  const credentials = { bearer: token, cookie: undefined }
  const count = 20_000
  const start = performance.now()
  for (let n = 0; n < count; n += 1) await accounts.identity.identify(credentials)
  const seconds = (performance.now() - start) / 1000
  report(
    'Local session recognized',
    count,
    seconds,
    `${((seconds / count) * 1e6).toFixed(1)} µs each`,
  )
  await accounts.close()
}

await benchClerk()
await benchLocal()
await benchSession()
