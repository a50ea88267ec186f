import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type ClerkApi, UnansweredError } from '../../../server/adapters/clerk/api.ts'
import { createClerkFavorites } from '../../../server/adapters/clerk/favorites.ts'
import { createRedisLock } from '../../../server/adapters/redis/lock.ts'
import { createSqliteFavorites, openSqliteAccounts } from '../../../server/database/sqlite.ts'
import type { FavoritesStore, UserLock } from '../../../server/favorites/favorites-store.ts'
import { createErrorHandler } from '../../../server/http/answers/errors.ts'
import { addFavoritesRoutes } from '../../../server/http/favorites/favorites-routes.ts'
import type { Identity, IdentityProvider } from '../../../server/identity/identity-provider.ts'
import { makeTempDir } from '../../tools/temp-dir.ts'
import { serverUrl } from './globals.ts'
import { currentProcess, type Kernel, type SimulatedProcess } from './kernel.ts'
import { createStream } from './random.ts'
import type { ServerStepName } from './steps.ts'

export type Backend = 'sqlite' | 'clerk'

export interface SentRequest {
  method: string
  url: string
  headers: Headers
  body: string
  signal: { aborted: boolean }
}

export interface SentAnswer {
  status: number
  text: string
  retryAfter: string | null
}

export interface Replica {
  name: string
  process: SimulatedProcess
  /** Answers in a later event, or calls `lose` if the replica crashes before that. */
  handle: (request: SentRequest, answer: (answer: SentAnswer) => void, lose: () => void) => void
  crash: () => void
}

export interface ServerFaults {
  /** The longest time that a call to Clerk takes. */
  clerkMs: number
  /** The chance that a call to Clerk fails. */
  clerkFailures: number
  /** The longest way of a command to Redis, and of its answer. */
  redisMs: number
  /** True if no command reaches Redis. */
  isRedisAway: boolean
}

interface ServerOptions {
  backend: Backend
  seed: number
  kernel: Kernel
  faults: ServerFaults
  /** Hears of each step of a replica. Returns true if the replica crashes there. */
  onStep: (replica: SimulatedProcess, step: ServerStepName, isMade: boolean) => boolean
}

export interface Person {
  id: string
  username: string
}

const log = { info: () => {}, warn: () => {}, error: () => {}, fatal: () => {} }

const folder = await makeTempDir('simulation')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const database = openSqliteAccounts(join(folder, 'accounts.sqlite'))
// The simulation crashes replicas and never the machine, so the disk need not be flushed.
database.exec('PRAGMA synchronous = OFF')
const insertUser = database.prepare(`INSERT INTO "user" VALUES (?, '', '', '', ?)`)
const deleteUser = database.prepare('DELETE FROM "user" WHERE "id" = ?')
const selectFavorites = database.prepare(
  'SELECT "wallpaperId" FROM "favorite" WHERE "userId" = ? ORDER BY "position"',
)

/** What all replicas of a server share: accounts, sessions and lists of favorites. */
export const createServer = (options: ServerOptions) => {
  const { backend, kernel, seed, onStep } = options
  const people = new Map<string, Person>()
  const sessions = new Map<string, Person>()
  let tokens = 0
  const clerk = createClerk(options)
  const redis = createRedis(options)

  const startSession = (person: Person) => {
    const token = `token-${++tokens}`
    sessions.set(token, person)
    return token
  }

  const createStore = (process: SimulatedProcess): FavoritesStore => {
    const step = (name: ServerStepName, isMade: boolean) => onStep(process, name, isMade)
    if (backend === 'sqlite') return createSqliteFavorites(database)
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const lock = createRedisLock(redis.connect(process), { sleep })
    const watched: UserLock = (userId, work) =>
      lock(userId, () => {
        step('the lock is taken', true)
        return work()
      })
    return createClerkFavorites({
      clerk: clerk.connect(process, step) as ClerkApi,
      lock: watched,
      sleep,
    })
  }

  return {
    addPerson: (username: string): Person => {
      const person = { id: `id-${username}`, username }
      people.set(username, person)
      insertUser.run(person.id, person.id)
      return person
    },
    listFavorites: ({ id }: Person): string[] =>
      backend === 'clerk'
        ? [...(clerk.lists.get(id) ?? [])]
        : selectFavorites.all(id).map((row) => String(row.wallpaperId)),
    /** What the extension stores after a sign-in. */
    startSession: (person: Person) => ({
      server: serverUrl,
      token: startSession(person),
      person: toUser(person),
      isEnded: false,
    }),
    hasSession: (token: string) => sessions.has(token),
    endSessions: ({ id }: Person) => {
      for (const [token, person] of sessions) if (person.id === id) sessions.delete(token)
    },
    startReplica: (name: string): Replica => {
      const process: SimulatedProcess = {
        name,
        random: createStream(`${seed}/${name}`),
        isRunning: true,
        wallClock: () => kernel.now(),
      }
      stateOf.set(process, { favorites: createStore(process), people, sessions, startSession })
      const connections = new Set<() => void>()
      const handle: Replica['handle'] = (request, answer, lose) => {
        const crashes = (step: ServerStepName) => onStep(process, step, true)
        connections.add(lose)
        kernel.after(0, process, () => {
          if (crashes('a request arrives')) return
          void reply(request).then((answered) => {
            // An answer takes a moment to leave, in which the replica may crash.
            kernel.after(0.1, process, () => {
              if (crashes('the answer leaves')) return
              connections.delete(lose)
              answer(answered)
            })
          })
        })
      }
      const crash = () => {
        process.isRunning = false
        for (const lose of connections) lose()
      }
      return { name, process, handle, crash }
    },
    remove: () => {
      for (const { id } of people.values()) deleteUser.run(id)
      // The statement above is written past the store, which remembers lists. The next run has the same people.
      database.forget()
    },
  }
}

interface ReplicaState {
  favorites: FavoritesStore
  people: Map<string, Person>
  sessions: Map<string, Person>
  startSession: (person: Person) => string
}

const stateOf = new WeakMap<SimulatedProcess, ReplicaState>()

/** What the replica knows whose code is running now. */
const here = (): ReplicaState => {
  const process = currentProcess()
  const state = process && stateOf.get(process)
  if (!state) throw new Error('Only a replica may do this')
  return state
}

const toUser = ({ id, username }: Person) => ({ id, username, name: '', image: '' })

export type Server = ReturnType<typeof createServer>

const tokenOf = (headers: Headers) => headers.get('Authorization')?.slice('Bearer '.length) ?? ''

const identity: IdentityProvider = {
  identify: async ({ bearer }): Promise<Identity | undefined> => {
    const person = here().sessions.get(bearer ?? '')
    return person && { userId: person.id, carrier: 'bearer' }
  },
  findProfile: async () => undefined,
  findOwnProfile: async () => undefined,
}

// All replicas share the routes, because making them for each replica takes longer than a simulation.
const createApp = () => {
  const app = new Hono()
  addFavoritesRoutes(app, {
    identity,
    favorites: {
      list: (...args) => here().favorites.list(...args),
      replace: (...args) => here().favorites.replace(...args),
      change: (...args) => here().favorites.change(...args),
    },
    publicFavorites: async () => undefined,
    publicUrl: serverUrl,
    snapshot: () => Promise.reject(new Error('This server has no catalogue')),
  })
  app.post('/api/auth/sign-in/username', async (c) => {
    const { username } = JSON.parse(new TextDecoder().decode(await c.req.arrayBuffer()))
    const person = here().people.get(username)
    if (!person) return c.json({ error: 'Wrong password' }, 401)
    const expiresAt = '2040-01-01T00:00:00.000Z'
    return c.json({ token: here().startSession(person), expiresAt, user: toUser(person) })
  })
  app.post('/api/auth/sign-out', (c) => {
    here().sessions.delete(tokenOf(c.req.raw.headers))
    return c.json({ success: true })
  })
  app.get('/api/auth/session', (c) => {
    const person = here().sessions.get(tokenOf(c.req.raw.headers))
    return person ? c.json({ user: toUser(person) }) : c.json({ error: 'Unauthorized' }, 401)
  })
  app.get('/api/wallpapers/:id', (c) => c.json({ error: 'No such wallpaper' }, 404))
  app.onError(createErrorHandler({ log, development: false }))
  return app
}

const app = createApp()

const reply = async (request: SentRequest): Promise<SentAnswer> => {
  const { method, url, headers, body, signal } = request
  const sent = {
    method,
    url,
    headers,
    signal,
    body: null,
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  }
  const response = await app.fetch(sent as unknown as Request)
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('Retry-After'),
  }
}

// Clerk's SDK waits this long for an answer (server/adapters/clerk/api.ts).
const clerkDeadlineMs = 5_000
// A write that Clerk makes later than this after the deadline can undo a later one (docs/decisions/0014).
const latestWriteMs = 3_900

type OnStep = (name: ServerStepName, isMade: boolean) => boolean

/** Clerk, whose users have their favorites in their metadata. Both ways of a call take time, and writes may be late. */
const createClerk = ({ kernel, faults, seed }: ServerOptions) => {
  const lists = new Map<string, readonly string[]>()
  const random = createStream(`${seed}/clerk`)
  const toUser = (id: string) => ({ id, publicMetadata: { favorites: lists.get(id) ?? [] } })

  const call = <T>(process: SimulatedProcess, effect: () => T) =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(new UnansweredError('BUSY', 'Failed to fetch favorites'))
      const deadline = kernel.after(clerkDeadlineMs, process, fail)
      const [there, back] = [random() * faults.clerkMs, random() * faults.clerkMs]
      const isFailed = random() < faults.clerkFailures
      kernel.after(Math.min(there, clerkDeadlineMs + latestWriteMs), undefined, () => {
        const value = isFailed && random() < 0.5 ? undefined : effect()
        kernel.after(back, process, () => {
          kernel.cancel(deadline)
          if (isFailed || value === undefined) fail()
          else resolve(value)
        })
      })
    })

  const connect = (
    process: SimulatedProcess,
    onStep: OnStep,
  ): Pick<ClerkApi, 'findUser' | 'mergeMetadata'> => ({
    findUser: async (id) => {
      const user = await call(process, () => toUser(id))
      onStep('the list is read', true)
      return user
    },
    mergeMetadata: async (id, { favorites }) => {
      onStep('the list is written', false)
      const user = await call(process, () => {
        lists.set(id, favorites as string[])
        return toUser(id)
      })
      onStep('the list is written', true)
      return user
    },
  })
  return { lists, connect }
}

/** The two commands of Redis that the lock uses. */
const createRedis = ({ kernel, faults }: ServerOptions) => {
  const held = new Map<string, { token: string; until: number }>()
  const call = <T>(process: SimulatedProcess, effect: () => T) =>
    new Promise<T>((resolve, reject) => {
      kernel.after(process.random() * faults.redisMs, undefined, () => {
        if (faults.isRedisAway) {
          kernel.after(0, process, () => reject(new Error('The socket closed')))
          return
        }
        const value = effect()
        kernel.after(process.random() * faults.redisMs, process, () => resolve(value))
      })
    })
  const connect = (process: SimulatedProcess) => ({
    set: (key: string, token: string, { expiration }: { expiration: { value: number } }) =>
      call(process, () => {
        if ((held.get(key)?.until ?? 0) > kernel.now()) return null
        held.set(key, { token, until: kernel.now() + expiration.value })
        return 'OK'
      }),
    eval: (_: string, { keys, arguments: [token] }: { keys: string[]; arguments: string[] }) =>
      call(process, () => {
        const [key = ''] = keys
        return held.get(key)?.token === token ? Number(held.delete(key)) : 0
      }),
  })
  return { connect: connect as unknown as (process: SimulatedProcess) => RedisCommands }
}

type RedisCommands = Parameters<typeof createRedisLock>[0]
