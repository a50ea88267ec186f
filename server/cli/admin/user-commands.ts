import { passwordSchema } from '../../../shared/account-api.ts'
import type { AccountOverview } from '../../accounts/store/administration.ts'
import { hashPassword } from '../../accounts/store/passwords.ts'
import { alignColumns, CommandError, countOf } from '../program.ts'
import { ask, readNewPassword } from '../terminal.ts'
import { type AdminCommand, type AdminContext, program } from './command.ts'

type Found = Awaited<ReturnType<typeof findAccount>>

export const findAccount = async (name: string, { openAccounts }: AdminContext) => {
  const opened = await openAccounts()
  const account = await opened.administration.find(name.trim().replace(/^@/, '').toLowerCase())
  if (account === undefined)
    throw new CommandError(`There is no user '${name}'. To list all users: ${program} list`)
  return { account, ...opened }
}

/** A command that changes one account. `change` returns one line that says what it did. */
const changing = (summary: string, change: (found: Found) => Promise<string>): AdminCommand => ({
  takes: ['NAME'],
  summary,
  run: async ({ arguments: [name = ''] }, context) => {
    const found = await findAccount(name, context)
    const line = await change(found)
    return { lines: [line], json: await found.administration.find(found.account.username) }
  },
})

const list: AdminCommand = {
  summary: 'lists all users',
  run: async (_given, { openAccounts }) => {
    const accounts = await (await openAccounts()).administration.list()
    return { lines: toTable(accounts), json: accounts }
  },
}

const block = changing(
  'signs a user out everywhere, refuses further sign-ins, and hides the share page; favorites stay',
  async ({ account: { id, username, sessions }, administration }) => {
    await administration.block(id)
    return `${username} is blocked. ${countOf(sessions, 'session')} ended`
  },
)

const unblock = changing(
  'lets a blocked user sign in again and shows the share page again',
  async ({ account: { id, username }, administration }) => {
    await administration.unblock(id)
    return `${username} can sign in again`
  },
)

const remove: AdminCommand = {
  takes: ['NAME'],
  summary: 'deletes a user with all favorites; asks first',
  options: { yes: { type: 'boolean', help: 'does not ask' } },
  run: async ({ arguments: [name = ''], options: { yes } }, context) => {
    const { account, users } = await findAccount(name, context)
    const { id, username, favorites } = account
    if (!yes) await confirmDeletion(username, favorites)
    await users.delete(id, Date.now())
    const line = `${username} and ${countOf(favorites, 'favorite')} are deleted`
    return { lines: [line], json: { ...account, isDeleted: true } }
  },
}

const confirmDeletion = async (username: string, favorites: number) => {
  const what = `Delete ${username} and ${countOf(favorites, 'favorite')}? This cannot be undone.`
  const answer = await ask(`${what} Type the username to confirm: `)
  if (answer === undefined)
    throw new CommandError(
      'The command cannot ask, because it does not run in a terminal. Nothing was deleted. Use --yes to delete without a question',
    )
  if (answer.trim().toLowerCase() !== username) throw new CommandError('Nothing was deleted')
}

const password = changing(
  'sets a new password, asked for on the terminal or read from standard input, and ends all sessions',
  async ({ account: { id, username, sessions }, administration }) => {
    const chosen = passwordSchema.safeParse(await readNewPassword())
    if (!chosen.success)
      throw new CommandError('A password has 8 to 128 characters. Nothing was changed')
    await administration.setPassword(id, hashPassword(chosen.data))
    return `${username} has a new password. ${countOf(sessions, 'session')} ended`
  },
)

const promote = changing(
  'makes a user an administrator, who can make invites on the account page',
  async ({ account: { id, username }, administration }) => {
    await administration.promote(id)
    return `${username} is an administrator`
  },
)

const demote = changing(
  'makes an administrator an ordinary user',
  async ({ account: { id, username }, administration }) => {
    await administration.demote(id)
    return `${username} is not an administrator`
  },
)

export const userCommands = {
  list,
  block,
  unblock,
  delete: remove,
  password,
  promote,
  demote,
} satisfies Record<string, AdminCommand>

const toState = ({ isBlocked, isAdministrator }: AccountOverview) =>
  [isBlocked && 'blocked', isAdministrator && 'administrator'].filter(Boolean).join(', ')

const toTable = (accounts: readonly AccountOverview[]): string[] => {
  if (accounts.length === 0) return ['There are no users yet']
  const rows = accounts.map((account) => [
    account.username,
    account.name,
    account.createdAt.slice(0, 10),
    account.lastUsedAt ?? '-',
    String(account.sessions),
    String(account.favorites),
    toState(account),
  ])
  const head = ['USERNAME', 'NAME', 'CREATED', 'LAST USED', 'SESSIONS', 'FAVORITES', 'STATE']
  return alignColumns([head, ...rows])
}
