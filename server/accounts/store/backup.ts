import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isLocked, sqliteCodeOf } from '../../database/shared-database.ts'
import { inTransaction, openEmptyAccounts, sqliteAccountsVersion } from '../../database/sqlite.ts'
import { readSecret, replaceSecret } from './session-secret.ts'

/** A failure that the operator can do something about. The message is one line. */
export class BackupError extends Error {
  override name = 'BackupError'
  code = 'CANNOT_BACK_UP_OR_RESTORE'
}

export type BackupContent = ReturnType<typeof countContent>

type AccountsPaths = ReturnType<typeof pathsIn>

const pathsIn = (dataDir: string) => ({
  database: join(dataDir, 'fresco.sqlite'),
  secret: join(dataDir, 'session-secret'),
})

/**
 * Writes one file with the accounts, the favorites and the session secret, while servers may be running. The file is a
 * SQLite database that has the secret in a table of its own. The SHA-256 of all bytes before it is at the end.
 * @throws BackupError
 */
export const writeBackup = (dataDir: string, file: string): BackupContent => {
  const { database: path, secret } = pathsIn(dataDir)
  if (!existsSync(path) || !existsSync(secret))
    throw new BackupError(
      `There are no accounts in ${dataDir}. Set DATA_DIR to the folder that the server uses`,
    )
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name`)
  if (!existsSync(dirname(file)))
    throw new BackupError(`There is no folder ${dirname(file)}: make it first`)
  using database = new DatabaseSync(path, { timeout: 5_000 })
  return copyInto(database, secret, file)
}

const copyInto = (database: DatabaseSync, secretPath: string, file: string): BackupContent => {
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    vacuumInto(database, draft)
    const copy = new DatabaseSync(draft)
    // A database that was restored a moment ago still contains its secret, and the file has an older one.
    copy.exec('CREATE TABLE IF NOT EXISTS "backup" ("secret" text not null)')
    copy
      .prepare('INSERT INTO "backup" SELECT ? WHERE NOT EXISTS (SELECT 1 FROM "backup")')
      .run(readSecret(secretPath))
    const content = countContent(copy)
    copy.close()
    appendFileSync(draft, digestOf(draft, statSync(draft).size))
    flush(draft)
    renameSync(draft, file)
    flush(dirname(file))
    return content
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

// SQLite keeps the permissions of an empty file, but would itself make a file that everybody can read.
const vacuumInto = (database: DatabaseSync, draft: string) => {
  closeSync(openSync(draft, 'wx', 0o600))
  database.prepare('VACUUM INTO ?').run(draft)
}

const countContent = (database: DatabaseSync) => ({
  users: countRows(database, 'user'),
  favorites: countRows(database, 'favorite'),
})

const countRows = (database: DatabaseSync, table: string) =>
  Number(database.prepare(`SELECT count(*) AS "count" FROM "${table}"`).get()?.count)

const hasTable = (database: DatabaseSync, table: string) =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = ?`).get(table) !== undefined

const digestBytes = 32
const pieceBytes = 1_000_000

/** Reads the file in pieces, because it may be larger than the memory. */
const readPieces = function* (file: string, from: number, to: number) {
  const handle = openSync(file, 'r')
  try {
    for (let at = from; at < to; ) {
      const piece = Buffer.alloc(Math.min(pieceBytes, to - at))
      const read = readSync(handle, piece, { position: at })
      if (read === 0) return
      yield piece.subarray(0, read)
      at += read
    }
  } finally {
    closeSync(handle)
  }
}

/** Returns the SHA-256 of the first `length` bytes of a file. */
const digestOf = (file: string, length: number) => {
  const digest = createHash('sha256')
  for (const piece of readPieces(file, 0, length)) digest.update(piece)
  return digest.digest()
}

const isUnchanged = (file: string): boolean => {
  const { size } = statSync(file)
  const end = Math.max(0, size - digestBytes)
  return digestOf(file, end).equals(Buffer.concat([...readPieces(file, end, size)]))
}

/** SQLite's `VACUUM INTO` leaves its file in the memory of the operating system, where a power cut would delete it. */
const flush = (path: string) => {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/**
 * Replaces the accounts in `dataDir` with those of a backup. The replaced accounts are saved first, and `keptAs` is
 * their path. It is `undefined` if there were none.
 * A single rename replaces everything, because the new database still contains the session secret. Afterwards, the
 * secret is moved to its own file, here or when the next server starts.
 * @throws BackupError when the backup cannot be used, or while a server uses `dataDir`
 */
export const restoreBackup = (dataDir: string, file: string) => {
  const paths = pathsIn(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const draft = `${paths.database}.${randomUUID()}.tmp`
  try {
    const content = readBackupInto(draft, file)
    flush(draft)
    giveToOwnerOf(dataDir, draft)
    using current = openAlone(paths.database)
    const stamp = new Date().toISOString().replace(/[-:.]/g, '')
    const keptAs = saveReplaced(paths, current, join(dataDir, `before-restore-${stamp}`))
    renameSync(draft, paths.database)
    current?.close()
    flush(dataDir)
    removeDrafts(dataDir)
    using restored = new DatabaseSync(paths.database, { timeout: 5_000 })
    moveRestoredSecret(restored, paths.secret)
    giveToOwnerOf(dataDir, paths.secret)
    return { ...content, keptAs }
  } finally {
    rmSync(draft, { force: true })
  }
}

const readBackupInto = (draft: string, file: string): BackupContent => {
  const notUsable = (problem: string, cause?: unknown) =>
    new BackupError(`${file} cannot be restored: ${problem}. Nothing was changed`, { cause })
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw notUsable('there is no such file')
  if (!isUnchanged(file))
    throw notUsable('it is damaged or incomplete, was changed, or is not a backup')
  using backup = new DatabaseSync(file, { readOnly: true })
  try {
    const version = Number(backup.prepare('PRAGMA user_version').get()?.user_version)
    if (version > sqliteAccountsVersion)
      throw notUsable(
        `a newer version of Fresco made it (its schema is version ${version}, and this version knows only ${sqliteAccountsVersion}). Install the newer version first`,
      )
    if (version < 1 || !hasTable(backup, 'backup') || !hasTable(backup, 'user'))
      throw notUsable('it was not made by the backup command')
    const problem = findProblem(backup, version)
    if (problem !== undefined) throw notUsable(problem)
    const { integrity_check: integrity } = backup.prepare('PRAGMA integrity_check').get() ?? {}
    if (integrity !== 'ok') throw notUsable(`it is damaged (${integrity})`)
    vacuumInto(backup, draft)
    return countContent(backup)
  } catch (error) {
    throw isDamaged(error) ? notUsable(`it is damaged or not a backup`, error) : error
  }
}

/**
 * Returns why a backup must not be restored. Its triggers and views could run SQL that somebody else wrote, and with an
 * empty secret anyone could sign session tokens.
 */
const findProblem = (backup: DatabaseSync, version: number): string | undefined => {
  const found = listSchema(backup)
  const foreign = found.find(({ isHarmless }) => !isHarmless)
  if (foreign)
    return `it contains the ${foreign.kind} "${foreign.name}", which Fresco does not make`
  using empty = openEmptyAccounts(version)
  const lacking = listSchema(empty).find(
    (wanted) => !found.some(({ name, sql }) => name === wanted.name && sql === wanted.sql),
  )
  if (lacking) return `it lacks the ${lacking.kind} "${lacking.name}" of its version of Fresco`
  const { secret } = backup.prepare('SELECT "secret" FROM "backup"').get() ?? {}
  return typeof secret === 'string' && secret.trim() !== ''
    ? undefined
    : 'its session secret is missing'
}

const listSchema = (database: DatabaseSync) =>
  database
    .prepare('SELECT "type", "name", "sql" FROM sqlite_schema')
    .all()
    .map(({ type, name, sql }) => ({
      kind: /^CREATE VIRTUAL /i.test(String(sql)) ? 'virtual table' : String(type),
      name: String(name),
      sql,
      // SQLite runs the text, whatever the type says. It writes texts in this form, and none for indexes of its own.
      isHarmless: sql === null || /^CREATE (?:TABLE|INDEX|UNIQUE INDEX) /.test(String(sql)),
    }))

/**
 * Opens the accounts as their only user, and merges the write-ahead log into the file. Every server that runs holds a
 * lock on the file, and the operating system removes the lock when the server ends, however it ends.
 * Returns `undefined` when the file is damaged.
 */
const openAlone = (path: string): DatabaseSync | undefined => {
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    if (isDamaged(error)) return undefined
    if (!isLocked(error)) throw error
    throw new BackupError(
      `A server or another program is using ${path}: stop it and try again. Nothing was changed`,
      { cause: error },
    )
  }
}

/** Backs up the accounts that a restore replaces. If they are damaged, saves their files in a folder. Returns the path. */
const saveReplaced = (paths: AccountsPaths, current: DatabaseSync | undefined, name: string) => {
  if (current !== undefined && !hasTable(current, 'user')) return undefined
  try {
    if (current !== undefined && existsSync(paths.secret)) {
      copyInto(current, paths.secret, `${name}.backup`)
      return `${name}.backup`
    }
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
  mkdirSync(name, { mode: 0o700 })
  const logs = ['-wal', '-shm', '-journal'].map((suffix) => paths.database + suffix)
  const all = [paths.database, paths.secret, ...logs].filter((path) => existsSync(path))
  for (const path of all) linkSync(path, join(name, path.slice(dirname(path).length + 1)))
  // SQLite would replay the logs of the damaged file into the restored one.
  for (const path of logs) rmSync(path, { force: true })
  return name
}

/** Removes the files of restores that were killed. They contain secrets. */
const removeDrafts = (dataDir: string) => {
  const drafts = readdirSync(dataDir).filter((name) =>
    /^(fresco\.sqlite|before-restore-).*\.tmp$/.test(name),
  )
  for (const name of drafts) rmSync(join(dataDir, name), { force: true })
}

/**
 * Moves the session secret out of a restored database into its file. Other databases do not contain the secret, so
 * nobody can sign in with a stolen copy of one.
 */
export const moveRestoredSecret = (database: DatabaseSync, secretPath: string): void => {
  if (!hasTable(database, 'backup')) return
  // Without this setting, SQLite would leave the secret in the unused parts of the file.
  database.exec('PRAGMA secure_delete = ON')
  inTransaction(database, () => {
    if (!hasTable(database, 'backup')) return
    const { secret } = database.prepare('SELECT "secret" FROM "backup"').get() ?? {}
    replaceSecret(secretPath, String(secret))
    database.exec('DROP TABLE "backup"')
  })
}

/** When root restores, the server must still be able to open its files. */
const giveToOwnerOf = (folder: string, path: string) => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}

const sqliteCorrupt = 11
const sqliteNotDatabase = 26

const isDamaged = (error: unknown) =>
  [sqliteCorrupt, sqliteNotDatabase].includes(sqliteCodeOf(error))
