import { alignColumns } from '../program.ts'
import { type AdminCommand, type AdminCommands, type AdminOption, program } from './command.ts'

export const commonOptions: Readonly<Record<string, AdminOption>> = {
  json: { type: 'boolean', help: 'prints the result as JSON, for programs' },
  help: { type: 'boolean', help: 'explains the command and does nothing' },
}

const exitCodesHelp = 'Exit codes: 0 done, 1 it could not be done, 2 wrong usage.'

export const describeProgram = (commands: AdminCommands): string[] => [
  `Usage: ${program} COMMAND`,
  '',
  ...alignColumns(
    Object.entries(commands).map(([name, command]) => [
      `  ${[name, ...(command.takes ?? [])].join(' ')}`,
      command.summary,
    ]),
  ),
  '',
  `${program} COMMAND --help shows the options of a command. --json prints every result as JSON.`,
  'All commands except restore work while the server runs. They read the same settings as the server.',
  '',
  exitCodesHelp,
]

export const describeCommand = (name: string, command: AdminCommand): string[] => [
  `Usage: ${[program, name, ...(command.takes ?? []), '[OPTIONS]'].join(' ')}`,
  '',
  `  ${command.summary}`,
  '',
  ...alignColumns(
    Object.entries({ ...command.options, ...commonOptions }).map(([option, { value, help }]) => [
      `  --${option}${value ? ` ${value}` : ''}`,
      help,
    ]),
  ),
  '',
  exitCodesHelp,
]
