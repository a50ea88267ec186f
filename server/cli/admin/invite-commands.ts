import { type Invite, inviteLimits, toInviteLink } from '../../accounts/store/invites.ts'
import { type Config, toAddress } from '../../config/config.ts'
import { alignColumns, CommandError } from '../program.ts'
import { type AdminCommand, program, toTime } from './command.ts'

const invite: AdminCommand = {
  summary: 'makes an invite and prints its link',
  options: {
    days: { type: 'string', value: 'N', help: 'how many days the link is valid (7)' },
    uses: { type: 'string', value: 'N', help: 'how many people can use the link (1)' },
  },
  run: async ({ options }, { config, openAccounts }) => {
    const days = toCount('--days', options.days ?? '7', inviteLimits.days)
    const uses = toCount('--uses', options.uses ?? '1', inviteLimits.uses)
    const { invites } = await openAccounts()
    const { code, ...known } = await invites.create({ days, uses })
    const link = toInviteLink(config.publicUrl ?? toAddress(config.listen), code)
    return { lines: [link, ...warnOfSettings(config)], json: { ...toJson(known), link } }
  },
}

const invites: AdminCommand = {
  summary: 'lists the invites',
  run: async (_given, { openAccounts }) => {
    const list = await (await openAccounts()).invites.list()
    return { lines: toTable(list), json: list.map(toJson) }
  },
}

const revoke: AdminCommand = {
  takes: ['ID'],
  summary: 'revokes an invite; accounts that were made with it stay',
  run: async ({ arguments: [id = ''] }, { openAccounts }) => {
    const { invites } = await openAccounts()
    if (!(await invites.revoke(id)))
      throw new CommandError(`There is no invite '${id}'. To list all invites: ${program} invites`)
    return { lines: [`Invite ${id} is revoked`], json: { id, isRevoked: true } }
  },
}

export const inviteCommands = { invite, invites, revoke } satisfies Record<string, AdminCommand>

const toCount = (option: string, text: string | boolean, max: number): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= max) return number
  throw new CommandError(`${option} is '${text}': it accepts a whole number from 1 to ${max}`)
}

const warnOfSettings = ({ publicUrl, accounts: { signUp } }: Config): string[] => [
  ...(publicUrl === undefined
    ? ['PUBLIC_URL is not set, so the link has the address that the server listens on']
    : []),
  ...(signUp === 'open' ? ['SIGN_UP is open: people can sign up without an invite'] : []),
  ...(signUp === 'closed'
    ? ['SIGN_UP is closed: set it to invite and restart the server, or nobody can use the link']
    : []),
]

const toJson = ({ createdAt, expiresAt, createdBy, ...known }: Invite) => ({
  ...known,
  createdAt: toTime(createdAt),
  expiresAt: toTime(expiresAt),
  createdBy: createdBy ?? null,
})

const toTable = (list: readonly Invite[]): string[] =>
  list.length === 0
    ? ['There are no invites']
    : alignColumns([
        ['ID', 'CREATED', 'VALID UNTIL', 'USES LEFT', 'MADE BY'],
        ...list.map(({ id, createdAt, expiresAt, uses, usesLeft, createdBy }) => [
          id,
          toTime(createdAt).slice(0, 10),
          `${toTime(expiresAt).slice(0, 16).replace('T', ' ')} UTC`,
          `${usesLeft} of ${uses}`,
          createdBy ?? 'the operator',
        ]),
      ])
