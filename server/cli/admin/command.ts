import { createAdministration } from '../../accounts/store/administration.ts'
import { createInvites } from '../../accounts/store/invites.ts'
import { createReadKeys } from '../../accounts/store/read-keys.ts'
import { createUsers } from '../../accounts/store/users.ts'
import type { Config } from '../../config/config.ts'
import type { RunStatements } from '../../database/statements.ts'
import { type Command, program as fresco, type Given } from '../program.ts'

export const program = `${fresco} admin`

export const createStores = (run: RunStatements) => ({
  administration: createAdministration(run),
  invites: createInvites(run),
  keys: createReadKeys(run),
  users: createUsers(run),
})

export interface AdminContext {
  config: Config
  openAccounts: () => Promise<ReturnType<typeof createStores>>
}

export interface AdminCommand extends Pick<Command, 'takes' | 'summary' | 'options'> {
  /** Returns the result as lines for people, and as a JSON value for `--json`. */
  run: (given: Given, context: AdminContext) => Promise<{ lines: readonly string[]; json: unknown }>
}

export const toTime = (time: number) => new Date(time).toISOString()
