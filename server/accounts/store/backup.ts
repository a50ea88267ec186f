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
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isLocked, sqliteCodeOf } from '../../database/shared-database.ts'
import { inTransaction, sqliteAccountsVersion } from '../../database/sqlite.ts'
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
  using database = new DatabaseSync(path, { timeout: 5_000 })
  return copyInto(database, secret, file)
}

const copyInto = (database: DatabaseSync, secretPath: string, file: string): BackupContent => {
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    vacuumInto(database, draft)
    const copy = new DatabaseSync(draft)
    // A database that was restored a moment ago has the newer secret, and the file an older one.
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
const pieceBytes = 2 ** 20

/** Returns the SHA-256 of the first bytes of a file, which may be larger than the memory. */
const digestOf = (file: string, length: number) => {
  const digest = createHash('sha256')
  for (let at = 0; at < length; at += pieceBytes)
    digest.update(readPiece(file, at, Math.min(pieceBytes, length - at)))
  return digest.digest()
}

const readPiece = (file: string, at: number, length: number) => {
  const handle = openSync(file, 'r')
  const piece = Buffer.alloc(length)
  const read = readSync(handle, piece, { position: at })
  closeSync(handle)
  return piece.subarray(0, read)
}

const isUnchanged = (file: string): boolean => {
  const end = Math.max(0, statSync(file).size - digestBytes)
  return digestOf(file, end).equals(readPiece(file, end, digestBytes))
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
  const draft = `${paths.database}.restore.tmp`
  try {
    rmSync(draft, { force: true })
    const content = readBackupInto(draft, file)
    flush(draft)
    giveToOwnerOf(dataDir, draft)
    using current = openAlone(paths.database)
    const stamp = new Date().toISOString().replace(/[-:.]/g, '')
    const keptAs = saveReplaced(paths, current, join(dataDir, `before-restore-${stamp}`))
    renameSync(draft, paths.database)
    current?.close()
    flush(dataDir)
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
  using backup = new DatabaseSync(file, { readOnly: true })
  try {
    const version = Number(backup.prepare('PRAGMA user_version').get()?.user_version)
    if (version > sqliteAccountsVersion)
      throw notUsable(
        `a newer version of Fresco made it (its schema is version ${version}, and this version knows only ${sqliteAccountsVersion}). Install the newer version first`,
      )
    const foreign = backup.prepare(findForeign).get()
    if (foreign) throw notUsable(`it contains "${foreign.name}", which Fresco does not make`)
    if (version < 1 || !hasTable(backup, 'backup') || !hasSecret(backup))
      throw notUsable('it was not made by the backup command')
    if (!isUnchanged(file)) throw notUsable('it is damaged or was changed')
    vacuumInto(backup, draft)
    return countContent(backup)
  } catch (error) {
    throw isDamaged(error) ? notUsable(`it is damaged or not a backup`, error) : error
  }
}

// With an empty secret, anyone could sign session tokens.
const hasSecret = (backup: DatabaseSync): boolean =>
  backup.prepare(`SELECT 1 FROM "backup" WHERE trim("secret") <> ''`).get() !== undefined

// Refuses triggers, views and virtual tables, because they could run SQL that somebody else wrote. The check reads
// `sql` and not `type`, because SQLite runs the text, whatever the type says.
const findForeign = `
  SELECT "name" FROM sqlite_schema WHERE "sql" NOT GLOB 'CREATE TABLE *'
    AND "sql" NOT GLOB 'CREATE INDEX *' AND "sql" NOT GLOB 'CREATE UNIQUE INDEX *'`

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
  for (const path of all) linkSync(path, join(name, basename(path)))
  // SQLite would replay the logs of the damaged file into the restored one.
  for (const path of logs) rmSync(path, { force: true })
  return name
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
