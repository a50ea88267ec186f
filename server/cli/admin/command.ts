import type { AccountsStorage } from '../../compose/accounts-storage.ts'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../ports.ts'
import { toProgram } from '../program.ts'

export const program = toProgram('admin')

export interface AdminOption {
  type: 'boolean' | 'string'
  /** What stands for the value of a `string` option in the help text, such as `N`. */
  value?: string
  help: string
}

/** What a command was given. `arguments` has one text for each name in the command's `takes`. */
export interface Given {
  arguments: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

export interface AdminContext {
  config: Config
  log: Log
  /** Opens the accounts of this server. The program closes them. */
  openAccounts: () => Promise<AccountsStorage>
}

/** What a command did: lines for people, and a JSON value for `--json`. Neither may contain a secret. */
export interface Outcome {
  lines: readonly string[]
  json: unknown
}

export interface AdminCommand {
  /** The names of the arguments, all of which are required. */
  takes?: readonly string[]
  summary: string
  options?: Readonly<Record<string, AdminOption>>
  run: (given: Given, context: AdminContext) => Promise<Outcome>
}

export type AdminCommands = Readonly<Record<string, AdminCommand>>
