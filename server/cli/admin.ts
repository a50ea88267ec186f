#!/usr/bin/env node
/** `npm run fresco -- admin --help` lists what an operator can do with the accounts and the data of this server. */
import { type AccountsStorage, openAccountsStorage } from '../compose/accounts-storage.ts'
import { parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { backupCommands } from './admin/backup-commands.ts'
import {
  type AdminCommand,
  type AdminCommands,
  type AdminContext,
  type Given,
  program,
} from './admin/command.ts'
import { commonOptions, describeCommand, describeProgram } from './admin/help.ts'
import { inviteCommands } from './admin/invite-commands.ts'
import { userCommands } from './admin/user-commands.ts'
import {
  CommandError,
  helpFlag,
  print,
  readArguments,
  runProgram,
  toLineLog,
  toPrintable,
  UsageError,
} from './program.ts'

const commands: AdminCommands = { ...userCommands, ...inviteCommands, ...backupCommands }

const parseGiven = (name: string, command: AdminCommand, args: string[]): Given => {
  const hint = `See: ${program} ${name} --help`
  const takes = command.takes ?? []
  const options = { ...command.options, ...commonOptions, help: helpFlag }
  const { values, positionals } = readArguments(options, hint, args)
  if (!values.help && positionals.length !== takes.length)
    throw new UsageError(`${name} takes ${takes.join(' ') || 'no name'}. ${hint}`)
  return { arguments: positionals, options: values }
}

const main = async ([name, ...args]: string[]) => {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return print(describeProgram(commands))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new UsageError(`There is no command '${name}'. See: ${program} --help`)
  const given = parseGiven(name, command, args)
  if (given.options.help) return print(describeCommand(name, command))
  const { lines, json } = await runWithAccounts((context) => command.run(given, context))
  if (given.options.json) console.log(JSON.stringify(json, null, 2))
  else print(lines)
}

const runWithAccounts = async <T>(work: (context: AdminContext) => Promise<T>): Promise<T> => {
  const config = parseConfig(process.env)
  const log = toLineLog((line) => console.error(toPrintable(line)))
  let opened: Promise<AccountsStorage> | undefined
  const openAccounts = () => {
    if (config.accounts.clerk)
      throw new CommandError(
        'Accounts are at Clerk (CLERK_SECRET_KEY is set): manage them in the dashboard of Clerk',
      )
    opened ??= openAccountsStorage(config, log, { databaseWaitMs: 5_000, mustExist: true })
    return opened
  }
  try {
    return await work({ config, log, openAccounts })
  } finally {
    await opened?.then(({ close }) => close()).catch(() => undefined)
  }
}

readEnvFile()
await runProgram(() => main(process.argv.slice(2)))
