import type { Kernel, SimulatedProcess } from './kernel.ts'
import type { Random } from './random.ts'

export interface DatabaseOptions {
  kernel: Kernel
  random: Random
  /** How long each step of a transaction may take, in milliseconds. */
  latencyMs: () => number
  isBroken: () => boolean
  /** The bytes that the disk has for this database. */
  capacity: () => number
  sizeOf: (value: unknown) => number
  /** Hears of each process that closes, and must call `end`. */
  onEnd: (process: SimulatedProcess, end: () => void) => void
  /** Hears of each transaction just before it is stored for good. With true, the process ends before that. */
  endsBefore: (process: SimulatedProcess) => boolean
  onCommit: (commit: Commit) => void
  onRefused: (process: SimulatedProcess) => void
}

export interface Commit {
  process: SimulatedProcess
  /** When the process asked for the transaction. */
  begunAt: number
  /** The values that the transaction has replaced. */
  before: ReadonlyMap<string, unknown>
}

type Stores = Map<string, Map<string, unknown>>

interface Request {
  onsuccess: (() => void) | undefined
  onerror: (() => void) | undefined
  result: unknown
  error: unknown
}

interface Transaction {
  process: SimulatedProcess
  names: readonly string[]
  mode: IDBTransactionMode
  isRelaxed: boolean
  begunAt: number
  state: 'waiting' | 'running' | 'committing' | 'over'
  waiting: [Request, () => unknown][]
  undo: [store: string, key: string, value: unknown][]
  puts: number
  error: unknown
  oncomplete: (() => void) | undefined
  onabort: (() => void) | undefined
}

const toId = (store: string, key: string) => `${store}/${key}`

/**
 * A database of one browser. Transactions on the same stores run one after another. A transaction of a process that ends
 * is undone unless it was being committed. On a full disk, a transaction that puts something is refused when it commits.
 */
export const createDatabase = (options: DatabaseOptions) => {
  const { kernel, random } = options
  const stores: Stores = new Map()
  const known = new Set<SimulatedProcess>()
  let live: Transaction[] = []
  let lastCommit: Transaction | undefined

  const later = (process: SimulatedProcess | undefined, work: () => void) =>
    kernel.after(random() * options.latencyMs(), process, work)
  const storeOf = (name: string) => stores.get(name) ?? new Map<string, unknown>()
  const write = (name: string, key: string, value: unknown) => {
    if (value === undefined) storeOf(name).delete(key)
    else storeOf(name).set(key, value)
  }
  const countBytes = () =>
    [...stores.values()]
      .flatMap((store) => [...store.values()])
      .reduce((sum: number, value) => sum + options.sizeOf(value), 0)

  const startNext = () => {
    for (const [place, one] of live.entries()) {
      if (one.state !== 'waiting') continue
      const isBlocked = live
        .slice(0, place)
        .some(
          (earlier) =>
            (earlier.mode === 'readwrite' || one.mode === 'readwrite') &&
            earlier.names.some((name) => one.names.includes(name)),
        )
      if (isBlocked) continue
      one.state = 'running'
      later(one.process, () => step(one))
    }
  }
  const finish = (one: Transaction) => {
    one.state = 'over'
    live = live.filter((other) => other !== one)
    startNext()
  }
  const undo = (one: Transaction) => {
    for (const [store, key, value] of one.undo.toReversed()) write(store, key, value)
    one.undo = []
  }
  const abort = (one: Transaction) => {
    if (one.state === 'over' || one.state === 'committing') return
    undo(one)
    finish(one)
  }
  // Carries out one request, and hears what its process does with the answer before the next one.
  const step = (one: Transaction) => {
    const next = one.waiting.shift()
    if (!next) return commit(one)
    const [request, work] = next
    request.result = work()
    request.onsuccess?.()
    later(one.process, () => step(one))
  }
  const commit = (one: Transaction) => {
    if (options.endsBefore(one.process)) return
    one.state = 'committing'
    later(undefined, () => {
      const isRefused = one.puts > 0 && countBytes() > options.capacity()
      if (isRefused) {
        undo(one)
        one.error = new DOMException('The disk is full', 'QuotaExceededError')
        options.onRefused(one.process)
      } else if (one.undo.length > 0) {
        lastCommit = one
        const before = one.undo
          .toReversed()
          .map(([store, key, value]): [string, unknown] => [toId(store, key), value])
        const { process, begunAt } = one
        options.onCommit({ process, begunAt, before: new Map(before) })
      }
      finish(one)
      later(one.process, () => (isRefused ? one.onabort?.() : one.oncomplete?.()))
    })
  }

  const begin = (
    process: SimulatedProcess,
    wanted: string | readonly string[],
    mode: IDBTransactionMode = 'readonly',
    { durability }: IDBTransactionOptions = {},
  ) => {
    const one: Transaction = {
      process,
      names: typeof wanted === 'string' ? [wanted] : wanted,
      mode,
      isRelaxed: durability === 'relaxed',
      begunAt: kernel.now(),
      state: 'waiting',
      waiting: [],
      undo: [],
      puts: 0,
      error: null,
      oncomplete: undefined,
      onabort: undefined,
    }
    if (!known.has(process)) {
      known.add(process)
      options.onEnd(process, () => {
        for (const own of live.filter((other) => other.process === process)) abort(own)
      })
    }
    const ask = (work: () => unknown) => {
      if (one.state === 'committing' || one.state === 'over')
        throw new DOMException('The transaction is over', 'TransactionInactiveError')
      const request: Request = {
        onsuccess: undefined,
        onerror: undefined,
        result: undefined,
        error: null,
      }
      one.waiting.push([request, work])
      return request
    }
    const change = (name: string, key: string, value: unknown) =>
      ask(() => {
        one.undo.push([name, key, storeOf(name).get(key)])
        if (value !== undefined) one.puts++
        write(name, key, value)
      })
    live.push(one)
    startNext()
    return Object.assign(one, {
      objectStore: (name: string) => ({
        get: (key: string) => ask(() => storeOf(name).get(key)),
        getAll: () => ask(() => [...storeOf(name).values()]),
        getAllKeys: () => ask(() => [...storeOf(name).keys()]),
        put: (value: unknown, key: string) => change(name, key, value),
        delete: (key: string) => change(name, key, undefined),
      }),
    })
  }

  return {
    /** What a page finds as `indexedDB`. */
    open: (process: SimulatedProcess) => {
      const createObjectStore = (name: string) => stores.set(name, new Map())
      const request = Object.assign(
        { onsuccess: undefined, onerror: undefined, error: null } as Omit<Request, 'result'>,
        {
          onupgradeneeded: undefined as (() => void) | undefined,
          result: {
            createObjectStore,
            transaction: (...args: [string]) => begin(process, ...args),
            addEventListener: () => {},
            close: () => {},
          },
        },
      )
      later(process, () => {
        if (options.isBroken()) {
          request.error = new DOMException('Cannot be opened', 'UnknownError')
          return request.onerror?.()
        }
        if (stores.size === 0) request.onupgradeneeded?.()
        request.onsuccess?.()
      })
      return request
    },
    read: (store: string, key: string): unknown => storeOf(store).get(key),
    keys: (store: string): string[] => [...storeOf(store).keys()],
    /** Undoes the last transaction if its process did not wait for the disk. */
    losePower: (): boolean => {
      if (!lastCommit?.isRelaxed || live.length > 0) return false
      undo(lastCommit)
      lastCommit = undefined
      return true
    },
  }
}
