import type { Config } from '../../config/config.ts'
import type { RunStatements } from '../../database/statements.ts'
import { type Command, program as fresco, type Given } from '../program.ts'

export const program = `${fresco} admin`

export interface AdminContext {
  config: Config
  /** Opens the accounts of this server. The program closes them. */
  openAccounts: () => Promise<RunStatements>
}

/** What a command did: lines for people, and a JSON value for `--json`. Neither may contain a secret. */
export interface Outcome {
  lines: readonly string[]
  json: unknown
}

export interface AdminCommand extends Pick<Command, 'takes' | 'summary' | 'options'> {
  run: (given: Given, context: AdminContext) => Promise<Outcome>
}
