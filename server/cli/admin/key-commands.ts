import { maxKeys, type OwnKey } from '../../accounts/store/read-keys.ts'
import { type KeyScope, keyScopes } from '../../identity/read-keys.ts'
import { alignColumns, CommandError } from '../program.ts'
import { type AdminCommand, program, toTime } from './command.ts'
import { findAccount } from './user-commands.ts'

const key: AdminCommand = {
  takes: ['NAME'],
  summary: 'makes a read key of a user for a private server, and prints it',
  options: {
    for: { type: 'string', value: 'TEXT', help: 'what the key is for (a program)' },
    may: { type: 'string', value: 'SCOPE', help: 'read (default), hearts, or share' },
  },
  run: async ({ arguments: [name = ''], options }, context) => {
    const { account, keys } = await findAccount(name, context)
    const scope = toScope(options.may ?? 'read')
    const purpose = String(options.for ?? 'a program').slice(0, 40)
    const made = await keys.create(account.id, purpose, scope)
    if (made === undefined)
      throw new CommandError(
        `${account.username} has ${maxKeys} keys already: end one of them first`,
      )
    return { lines: [made], json: { key: made, scope } }
  },
}

const keys: AdminCommand = {
  takes: ['NAME'],
  summary: 'lists the read keys of a user with their last use',
  options: { end: { type: 'string', value: 'ID', help: 'ends the key with this id' } },
  run: async ({ arguments: [name = ''], options: { end } }, context) => {
    const { account, keys } = await findAccount(name, context)
    if (end === undefined) return describeKeys(account.username, await keys.list(account.id))
    if (await keys.end(account.id, String(end)))
      return { lines: [`Key ${end} has ended`], json: { id: end, isEnded: true } }
    throw new CommandError(
      `${account.username} has no key '${end}'. To list the keys: ${program} keys ${account.username}`,
    )
  },
}

export const keyCommands = { key, keys } satisfies Record<string, AdminCommand>

const toScope = (text: string | boolean): KeyScope => {
  const scope = keyScopes.find((known) => known === text)
  if (scope !== undefined) return scope
  throw new CommandError(`--may is '${text}': it accepts ${keyScopes.join(', ')}`)
}

const describeKeys = (username: string, list: readonly OwnKey[]) => {
  const rows = list.map(({ id, name, scope, createdAt, lastUsedAt }) => [
    ...[id, scope, toTime(createdAt).slice(0, 10)],
    ...[lastUsedAt ? toTime(lastUsedAt).slice(0, 10) : '-', name],
  ])
  return {
    lines:
      rows.length === 0
        ? [`${username} has no keys`]
        : alignColumns([['ID', 'MAY', 'CREATED', 'LAST USED', 'FOR'], ...rows]),
    json: list.map(({ createdAt, lastUsedAt, ...known }) => ({
      ...known,
      createdAt: toTime(createdAt),
      lastUsedAt: lastUsedAt === undefined ? null : toTime(lastUsedAt),
    })),
  }
}
