export type Row = Record<string, unknown>

/** A SQL statement in the dialect that SQLite and PostgreSQL share. Its parameters are `$1`, `$2` and so on. */
export interface Statement {
  text: string
  values?: readonly (string | number | null)[]
  /** Makes the error to throw when the statement returns no row. */
  orThrow?: () => Error
}

/**
 * Runs statements in one transaction, and returns the rows of each. If one fails, none of them has an effect.
 * @throws DomainError `BUSY` when a retry may help
 */
export type RunStatements = (statements: readonly Statement[]) => Promise<Row[][]>
