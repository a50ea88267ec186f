import { toPrintable } from '../../shared/text.ts'
import { type AccountsStorage, openAccountsStorage } from '../compose/accounts-storage.ts'
import { parseConfig } from '../config/config.ts'
import { backupCommands } from './admin/backup-commands.ts'
import { type AdminCommand, createStores, program } from './admin/command.ts'
import { inviteCommands } from './admin/invite-commands.ts'
import { keyCommands } from './admin/key-commands.ts'
import { userCommands } from './admin/user-commands.ts'
import {
  type Command,
  CommandError,
  defaultExits,
  describeCommands,
  print,
  runCommand,
  toLineLog,
  UsageError,
} from './program.ts'

const commands: Readonly<Record<string, AdminCommand>> = {
  ...userCommands,
  ...inviteCommands,
  ...keyCommands,
  ...backupCommands,
}

const help = () => [
  `Usage: ${program} COMMAND`,
  '',
  ...describeCommands(commands),
  '',
  `${program} COMMAND --help shows the options of a command. --json prints every result as JSON.`,
  'All commands except restore work while the server runs. They read the same settings as the server.',
  '',
  `Exit codes: ${defaultExits}.`,
]

export const runAdmin = async ([name = '', ...args]: readonly string[]): Promise<void> => {
  if (['', '--help', '-h', 'help'].includes(name)) return print(help())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new UsageError(`There is no command '${name}'. See: ${program} --help`)
  await runCommand(`${program} ${name}`, toCommand(command), args)
}

const toCommand = ({ run, ...command }: AdminCommand): Command => ({
  ...command,
  options: {
    ...command.options,
    json: { type: 'boolean', help: 'prints the result as JSON, for programs' },
  },
  run: async (given, env) => {
    const config = parseConfig(env)
    const log = toLineLog((line) => console.error(toPrintable(line)))
    let opened: Promise<AccountsStorage> | undefined
    const openAccounts = async () => {
      if (config.accounts.clerk)
        throw new CommandError(
          'Accounts are at Clerk (CLERK_SECRET_KEY is set): manage them in the dashboard of Clerk',
        )
      opened = openAccountsStorage(config, log, { databaseWaitMs: 5_000, mustExist: true })
      return createStores((await opened).run)
    }
    try {
      const { lines, json } = await run(given, { config, openAccounts })
      if (given.options.json) console.log(JSON.stringify(json, null, 2))
      else print(lines)
    } finally {
      await opened?.then(({ close }) => close()).catch(() => undefined)
    }
  },
})

export const backup = toCommand(backupCommands.backup)
