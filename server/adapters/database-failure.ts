import { DomainError } from '../domain-error.ts'

// SQLSTATE classes of PostgreSQL: connection lost, conflict with another transaction, out of resources, shutting down.
const passingClasses = new Set(['08', '40', '53', '55', '57'])
// read_only_sql_transaction: the PostgreSQL server is a standby, for example during a failover.
const readOnly = '25006'
// SQLITE_BUSY, SQLITE_LOCKED and SQLITE_FULL. They are the low byte of SQLite's extended codes.
const passingCodes = new Set([5, 6, 13])
// SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE come from a full disk. Other I/O errors come from a failing disk.
const passingExtendedCodes = new Set([778, 4874])

const isPassing = (error: unknown): boolean => {
  const { errcode, code, severity, message } = error as Record<string, unknown>
  if (typeof errcode === 'number')
    return passingCodes.has(errcode & 0xff) || passingExtendedCodes.has(errcode)
  if (severity !== undefined)
    return code === readOnly || passingClasses.has(String(code).slice(0, 2))
  // Network errors, and failures for which the PostgreSQL driver has no code.
  return /^E[A-Z]+$/.test(String(code)) || /timeout|terminated|not queryable/i.test(String(message))
}

/** Turns a temporary failure of a database into DomainError `BUSY`. Other errors are returned unchanged. */
export const toDomainError = (error: unknown, text = 'Failed to fetch favorites'): unknown => {
  if (error instanceof DomainError || !isPassing(error)) return error
  return new DomainError('BUSY', text, { cause: error, retryAfterSeconds: 2 })
}
