import { renameSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep, setImmediate as takeTurn } from 'node:timers/promises'
import { createQueue } from '../../shared/async.ts'
import { DomainError } from '../domain-error.ts'

export interface SharedDatabaseOptions {
  /** How long a statement waits for a lock of another process. */
  waitMs?: number
  /** Called once, when a file of the database was replaced or deleted. */
  onReplaced?: () => void
}

type Work<T> = () => T | Promise<T>

/**
 * A SQLite database that other processes use too. While another process holds a lock, `read` and `write` run their work
 * again later, and the thread answers other requests in the meantime. SQLite itself would block the thread.
 * The work must be one statement or one transaction.
 */
export class SharedDatabase extends DatabaseSync {
  #path: string
  #onReplaced: () => void
  #opened: FileId
  #ids: readonly FileId[] | undefined
  #isReplaced = false
  #untilUnlocked: ReturnType<typeof createRetry>
  #untilWritable: ReturnType<typeof createRetry>
  #inTurn = createQueue()
  #writes = 0
  #hasLooked = false
  #known = new Map<string, unknown>()
  #versionOfKnown: unknown
  #findVersion: StatementSync

  /** The file must exist. Until `share` is called, a lock of another process blocks the thread for up to five seconds. */
  constructor(
    path: string,
    { waitMs = 5_000, onReplaced = () => undefined }: SharedDatabaseOptions = {},
  ) {
    const opened = idOf(path)
    super(path, { timeout: 5_000, enableForeignKeyConstraints: true })
    this.#path = path
    this.#opened = opened
    this.#onReplaced = onReplaced
    this.#untilUnlocked = createRetry(waitMs)
    this.#untilWritable = createRetry(waitMs)
    this.#findVersion = this.prepare('PRAGMA data_version')
  }

  /** Must be called when the database is in WAL mode and has its tables, and before `read` and `write`. */
  share() {
    this.exec('PRAGMA busy_timeout = 0')
    this.#ids = [this.#opened, ...this.#findIds().slice(1)]
    if (this.#wasReplaced())
      throw new Error('the file was replaced while the server opened it: start the server again')
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#untilUnlocked(() => {
      // Once in each turn of the event loop, because looking takes longer than reading a row.
      if (!this.#hasLooked) {
        this.#requireOwnFiles()
        this.forgetForeign()
        this.#hasLooked = true
        setImmediate(() => {
          this.#hasLooked = false
        })
      }
      return work()
    })
  }

  /**
   * Returns the result of `read`, which is cached by `key`. Code that writes has to call `forget` for the keys that it
   * changes. Changes by other processes are noticed in the method `read`. A transaction has to call `forgetForeign` first.
   */
  remember<T>(key: string, read: () => T): T {
    if (this.#known.size >= mostKnown) this.#known.clear()
    if (!this.#known.has(key)) this.#known.set(key, read())
    return this.#known.get(key) as T
  }

  /** Forgets everything if another process has written. */
  forgetForeign() {
    const version = this.#findVersion.get()?.data_version
    if (version !== this.#versionOfKnown) this.#known.clear()
    this.#versionOfKnown = version
  }

  /** @param key without it, everything is forgotten */
  forget(key?: string) {
    if (key === undefined) this.#known.clear()
    else this.#known.delete(key)
  }

  /** Writes run one after the other in the order of the calls. */
  write<T>(work: Work<T>): Promise<T> {
    this.#writes += 1
    return this.#inTurn(async () => {
      // A write blocks the thread until the disk has it, so other requests get a turn between two writes.
      if (this.#writes > 1) await takeTurn()
      return this.#untilWritable(() => this.tryWrite(work)).finally(() => {
        this.#writes -= 1
      })
    })
  }

  /** Writes at once, or fails if another process holds a lock. */
  async tryWrite<T>(work: Work<T>): Promise<T> {
    this.#requireOwnFiles()
    const result = await work()
    // A change that went into a replaced file is lost, so it must not be confirmed.
    this.#requireOwnFiles()
    return result
  }

  override close() {
    this.#isReplaced ||= this.#wasReplaced()
    // From now on, other code may put files at this path.
    this.#ids = undefined
    super.close()
  }

  #requireOwnFiles() {
    if (!this.#isReplaced && this.#wasReplaced()) {
      this.#isReplaced = true
      this.#onReplaced()
    }
    if (this.#isReplaced)
      throw new DomainError('BUSY', 'Accounts are not available until the server is restarted', {
        retryAfterSeconds: 60,
      })
  }

  #findIds() {
    return suffixes.map((suffix) => idOf(this.#path + suffix))
  }

  #wasReplaced(): boolean {
    const opened = this.#ids
    if (opened === undefined) return false
    const found = this.#findIds()
    if (found.every((id, index) => id === opened[index])) return false
    if (found[0] === opened[0]) return true
    // SQLite would replay the old write-ahead log into the new file at the next start, so the log gets another name.
    for (const [index, suffix] of suffixes.entries())
      if (index > 0 && found[index] !== undefined && found[index] === opened[index])
        renameSync(this.#path + suffix, `${this.#path}${suffix}.replaced`)
    return true
  }
}

// A list of a thousand favorites takes 60 kB.
const mostKnown = 1_000

type FileId = string | undefined

/** Finds the identity of the file at a path, which changes when another file takes its place. Takes 2 µs. */
const idOf = (path: string): FileId => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

const suffixes = ['', '-wal', '-shm'] as const

/**
 * Runs work until no other process holds a lock. The waiting time is shared: everything that meets the same lock gives
 * up at the same time. Then, for as long again, work that meets a lock fails at once, so that requests do not pile up.
 */
const createRetry = (waitMs: number) => {
  let giveUpAt = Number.NEGATIVE_INFINITY
  const findDeadline = (now: number) => {
    if (now >= giveUpAt + waitMs) giveUpAt = now + waitMs
    return giveUpAt
  }
  return async <T>(work: Work<T>): Promise<T> => {
    let deadline: number | undefined
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const result = await work()
        giveUpAt = Number.NEGATIVE_INFINITY
        return result
      } catch (error) {
        if (!isLocked(error)) throw error
        deadline ??= findDeadline(performance.now())
        if (performance.now() >= deadline) throw error
      }
      await sleep(pauseMs)
    }
  }
}

const longestPauseMs = 50

/** The code of an error of SQLite, which is the low byte of the extended code. 0 for other errors. */
export const sqliteCodeOf = (error: unknown): number =>
  ((error as { errcode?: number }).errcode ?? 0) & 0xff

const sqliteBusy = 5

export const isLocked = (error: unknown): boolean => sqliteCodeOf(error) === sqliteBusy
