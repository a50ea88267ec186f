import { DomainError } from '../domain-error.ts'

// PostgreSQL error classes (SQLSTATE) that count as temporary: connection lost, conflict with another transaction,
// out of resources, object in use, shutting down.
const passingClasses = new Set(['08', '40', '53', '55', '57'])
// PostgreSQL's error `read_only_sql_transaction`. The PostgreSQL server is a standby, for example during a failover.
const readOnly = '25006'
// SQLite's temporary errors SQLITE_BUSY, SQLITE_LOCKED and SQLITE_FULL, as the low byte of an extended error code.
const passingCodes = new Set([5, 6, 13])
// SQLite's extended errors SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE mean that the disk is full, which is
// temporary. SQLite's other I/O errors mean that the disk is failing.
const passingExtendedCodes = new Set([778, 4874])

const isPassing = (error: unknown): boolean => {
  const { errcode, code, severity, message } = error as Record<string, unknown>
  if (typeof errcode === 'number')
    return passingCodes.has(errcode & 0xff) || passingExtendedCodes.has(errcode)
  if (severity !== undefined)
    return code === readOnly || passingClasses.has(String(code).slice(0, 2))
  // Recognizes network errors by their code, and PostgreSQL failures that the driver gives no code by their message.
  return /^E[A-Z]+$/.test(String(code)) || /timeout|terminated|not queryable/i.test(String(message))
}

const busyText = 'Accounts are not available right now: try again in a moment'

/** Turns a database's temporary failure into DomainError `BUSY` (try again). Returns other errors unchanged. */
export const toDomainError = (error: unknown): unknown => {
  if (error instanceof DomainError || !isPassing(error)) return error
  return new DomainError('BUSY', busyText, { cause: error, retryAfterSeconds: 2 })
}

export const throwDomainError = (error: unknown): never => {
  throw toDomainError(error)
}

const sqliteUnique = 2067 // SQLITE_CONSTRAINT_UNIQUE
const postgresUnique = '23505' // unique_violation

export const isUniqueViolation = (error: unknown): boolean => {
  const { errcode, code } = Object(error) as { errcode?: unknown; code?: unknown }
  return errcode === sqliteUnique || code === postgresUnique
}
