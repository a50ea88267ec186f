import type { Config } from '../../config/config.ts'
import type { RunStatements } from '../../database/statements.ts'
import { type Command, program as fresco, type Given } from '../program.ts'

export const program = `${fresco} admin`

export interface AdminContext {
  config: Config
  /** Opens the database of the accounts and returns what runs its statements. The program closes it. */
  openAccounts: () => Promise<RunStatements>
}

export interface AdminCommand extends Pick<Command, 'takes' | 'summary' | 'options'> {
  /** Returns what it did as lines for people, and as a JSON value for `--json`. Neither may contain a secret. */
  run: (given: Given, context: AdminContext) => Promise<{ lines: readonly string[]; json: unknown }>
}
