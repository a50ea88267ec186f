import { DomainError } from '../domain-error.ts'

/** PostgreSQL: connection lost, out of resources, rolled back for another, shutting down (SQLSTATE classes). */
const passingClasses = new Set(['08', '40', '53', '55', '57'])
/** A standby that is becoming the primary, or is still taken for it (read_only_sql_transaction). */
const readOnly = '25006'
/** SQLite: another process writes (SQLITE_BUSY, SQLITE_LOCKED), or the disk is full; extended codes end in them. */
const passingCodes = new Set([5, 6, 13])
/**
 * Of SQLITE_IOERR only what a full disk or a quota gives: SQLITE_IOERR_WRITE, and SQLITE_IOERR_SHMSIZE
 * where the file beside the database cannot grow. The others are of a disk that fails.
 */
const passingExtendedCodes = new Set([778, 4874])

/** Whether what a database threw passes by itself, so that a later try may work. */
const isPassing = (error: unknown): boolean => {
  const { errcode, code, severity, message } = error as Record<string, unknown>
  if (typeof errcode === 'number')
    return passingCodes.has(errcode & 0xff) || passingExtendedCodes.has(errcode)
  if (severity !== undefined)
    return code === readOnly || passingClasses.has(String(code).slice(0, 2))
  // The driver of PostgreSQL has no codes of its own for these.
  return /^E[A-Z]+$/.test(String(code)) || /timeout|terminated|not queryable/i.test(String(message))
}

/** What a database threw as `BUSY` when a retry helps, else as it is. */
export const toDomainError = (error: unknown, text = 'Failed to fetch favorites'): unknown => {
  if (error instanceof DomainError || !isPassing(error)) return error
  return new DomainError('BUSY', text, { cause: error, retryAfterSeconds: 2 })
}
