import type { Config } from '../../config/config.ts'
import type { RunStatements } from '../../database/statements.ts'
import { type Command, program as fresco, type Given } from '../program.ts'

export const program = `${fresco} admin`

export interface AdminContext {
  config: Config
  /** Opens the accounts database and returns a function that runs statements. The program closes the database. */
  openAccounts: () => Promise<RunStatements>
}

export interface AdminCommand extends Pick<Command, 'takes' | 'summary' | 'options'> {
  /** Returns the result as lines for people, and as a JSON value for `--json`. */
  run: (given: Given, context: AdminContext) => Promise<{ lines: readonly string[]; json: unknown }>
}
