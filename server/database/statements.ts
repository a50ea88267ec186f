export type Row = Record<string, unknown>

type Value = string | number | null

/** A SQL statement in the dialect that SQLite and PostgreSQL share. Its parameters are `$1`, `$2` and so on. */
export interface Statement {
  text: string
  values?: readonly Value[]
  /** Makes the error to throw when the statement returns no row. */
  orThrow?: () => Error
  /** On SQLite, caches the row until something in the database changes. For statements that every request runs. */
  isCached?: boolean
}

interface RunOptions {
  /** Fails at once on SQLite, instead of waiting, while another process holds a lock. */
  atOnce?: boolean
}

/**
 * Runs statements in one transaction, and returns the rows of each. If one fails, none of them has an effect.
 * @throws DomainError `BUSY` when a retry may help
 */
export type RunStatements = (
  statements: readonly Statement[],
  options?: RunOptions,
) => Promise<Row[][]>

/**
 * Returns a function that runs one statement and returns its rows. PostgreSQL cannot store a NUL character in text and
 * would refuse the statement, so a text with one finds nothing.
 */
export const askWith =
  (run: RunStatements) =>
  async (text: string, ...values: Value[]): Promise<Row[]> => {
    if (values.some((value) => String(value).includes('\0'))) return []
    const [rows = []] = await run([{ text, values }])
    return rows
  }

/** A time in milliseconds since 1970 as both databases accept it. In SQLite, sorting the text sorts the times. */
export const toText = (time: number) => new Date(time).toISOString()

/** Reads a time. PostgreSQL returns a Date, and SQLite a text. */
export const toTime = (value: unknown) =>
  value instanceof Date ? value.getTime() : Date.parse(String(value))
