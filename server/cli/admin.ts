#!/usr/bin/env node
/** `npm run admin -- --help` lists what an operator can do with the accounts and the data of this server. */
import { parseArgs } from 'node:util'
import { type AccountsStorage, openAccountsStorage } from '../compose/accounts-storage.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { DomainError } from '../domain-error.ts'
import { backupCommands } from './admin/backup-commands.ts'
import {
  type AdminCommand,
  type AdminCommands,
  type AdminContext,
  AdminError,
  type Given,
  program,
  UsageError,
} from './admin/command.ts'
import { commonOptions, describeCommand, describeProgram } from './admin/help.ts'
import { inviteCommands } from './admin/invite-commands.ts'
import { userCommands } from './admin/user-commands.ts'
import { toLine, toLineLog } from './publish/publish-error.ts'
import { toPrintable } from './publish/report.ts'

const commands: AdminCommands = { ...userCommands, ...inviteCommands, ...backupCommands }

const exitCodes = { failed: 1, wrongUsage: 2 } as const

const print = (lines: readonly string[]) => {
  for (const line of lines) console.log(toPrintable(line))
}

const parseGiven = (name: string, command: AdminCommand, args: string[]): Given => {
  const options = { ...command.options, ...commonOptions }
  const takes = command.takes ?? []
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (!values.help && positionals.length !== takes.length)
      throw new UsageError(`${name} takes ${takes.join(' ') || 'no name'}`)
    return { arguments: positionals, options: values }
  } catch (error) {
    const [problem] = toLine(error).split('. ')
    throw new UsageError(`${problem}. See: ${program} ${name} --help`, { cause: error })
  }
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
      throw new AdminError(
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

const isExpected = (error: unknown) =>
  error instanceof AdminError || error instanceof ConfigError || error instanceof DomainError

readEnvFile()
await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(isExpected(error) ? toPrintable(toLine(error)) : error)
  process.exitCode = error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
})
