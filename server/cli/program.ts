import { type ParseArgsConfig, parseArgs } from 'node:util'
import { IndexTextError } from '../../shared/catalogue/json-rows.ts'
import { toPrintable } from '../../shared/text.ts'
import { ConfigError } from '../config/config.ts'
import { DomainError } from '../domain-error.ts'
import type { Log } from '../ports.ts'

/** Whether this runs in a clone. The package has no TypeScript. */
export const isClone = import.meta.url.endsWith('.ts')

export const program = isClone ? 'npm run fresco --' : 'fresco'

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, partly: 3, stopped: 130 } as const

/** A failure that the operator can do something about. Its message is one line and contains no secrets. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export class UsageError extends CommandError {
  override name = 'UsageError'
}

interface Option {
  type: 'boolean' | 'string'
  /** The placeholder for the value of a `string` option in the help text, such as `N`. */
  value?: string
  help: string
  /** Whether the usage names the option, because the command does nothing without it. */
  isRequired?: boolean
}

/** The arguments and options of a call. `arguments` has one text for each name in the command's `takes`. */
export interface Given {
  arguments: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

export interface Command {
  /** The names of the arguments. One in square brackets may be left out. */
  takes?: readonly string[]
  /** One line for the list of commands. */
  summary: string
  help?: readonly string[]
  options?: Readonly<Record<string, Option>>
  exits?: string
  /** The text to print when a signal stops the command. Without it, a signal ends the process at once. */
  stopped?: string
  /** Returns the exit code, if the command did not do all of its work. */
  run: (given: Given, env: NodeJS.ProcessEnv, signal: AbortSignal) => Promise<unknown>
}

export type CommandBody = Omit<Command, 'takes' | 'summary'>

const helpOption = { type: 'boolean', short: 'h', help: 'explains the command and does nothing' }

const toUsage = (called: string, { takes = [], options = {} }: Command) => {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired)
  const named = required.map(([name, { value }]) => `--${name} ${value}`)
  return `Usage: ${[called, ...takes, ...named, '[OPTIONS]'].join(' ')}`
}

export const defaultExits = '0 done, 1 it could not be done, 2 wrong usage'

const describeCommand = (called: string, command: Command) => {
  const { summary, help = [summary], options = {}, exits = defaultExits } = command
  const rows = Object.entries({ ...options, help: helpOption as Option })
  return [
    toUsage(called, command),
    '',
    ...help.map((line) => `  ${line}`.trimEnd()),
    '',
    ...alignColumns(
      rows.map(([name, { value = '', help }]) => [`  --${name} ${value}`.trimEnd(), help]),
    ),
    '',
    `Exit codes: ${exits}.`,
  ]
}

export type CommandList = Readonly<Record<string, Pick<Command, 'takes' | 'summary'>>>

export const describeCommands = (commands: CommandList): string[] =>
  alignColumns(
    Object.entries(commands).map(([name, { takes = [], summary }]) => [
      `  ${[name, ...takes].join(' ')}`,
      summary,
    ]),
  )

/** @param called how the operator calls the command */
export const runCommand = async (
  called: string,
  command: Command,
  args: readonly string[],
): Promise<void> => {
  const { takes = [], stopped } = command
  const usage = toUsage(called, command)
  const options = { ...command.options, help: helpOption }
  const { values, positionals } = readArguments(options, args, usage)
  if (values.help) return print(describeCommand(called, command))
  const required = takes.filter((name) => !name.startsWith('['))
  const isOther = takes.some((name, at) => isWord.test(name) && positionals[at] !== name)
  if (isOther || positionals.length < required.length || positionals.length > takes.length)
    throw new UsageError(usage)
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = () => stopping.abort()
  if (stopped !== undefined) for (const name of ['SIGINT', 'SIGTERM']) process.once(name, stop)
  try {
    const code = await command.run({ arguments: positionals, options: values }, process.env, signal)
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    if (stopped === undefined || !signal.aborted) throw error
    print([stopped])
    process.exitCode = exitCodes.stopped
  } finally {
    for (const name of ['SIGINT', 'SIGTERM']) process.off(name, stop)
  }
}

// A name in lower case, such as `check`, stands for itself.
const isWord = /^[a-z]/

const readArguments = (options: object, args: readonly string[], usage: string) => {
  try {
    return parseArgs({
      args: [...args],
      options: options as NonNullable<ParseArgsConfig['options']>,
      allowPositionals: true,
      allowNegative: true,
    }) as { values: Given['options']; positionals: string[] }
  } catch (error) {
    throw new UsageError(`${toLine(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}

export const runProgram = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    console.error(isExpected(error) ? toPrintable(toLine(error)) : error)
    process.exitCode = error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
  }
}

const expected = [CommandError, ConfigError, DomainError, IndexTextError]
// Failures of the system, such as a folder that cannot be written to, name the call.
const isExpected = (error: unknown) =>
  expected.some((kind) => error instanceof kind) || (error instanceof Error && 'syscall' in error)

export const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(toPrintable(line))
}

export const toLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''

export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

export const toLineLog = (printLine: (line: string) => void): Log => {
  const write = (_fields: object, message: string) => printLine(message)
  return { info: write, warn: write, error: write }
}

export const withSkipped = (log: Log, onSkipped: (file: string, reason: string) => void): Log => ({
  ...log,
  warn: (fields, message) => {
    if ('file' in fields && 'reason' in fields)
      onSkipped(String(fields.file), String(fields.reason))
    else log.warn(fields, message)
  },
})

export const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
