import { basename, extname } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { IndexTextError } from '../../shared/catalogue/json-rows.ts'
import { escapeUnicode } from '../../shared/text.ts'
import { ConfigError } from '../config/config.ts'
import { DomainError } from '../domain-error.ts'
import type { Log } from '../ports.ts'

/** How the operator calls a command of this folder. */
export const toProgram = (command: string): string => {
  const called = process.argv[1] ?? ''
  return called !== '' && extname(called) === '' ? basename(called) : `npm run fresco -- ${command}`
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, partly: 3, stopped: 130 } as const

/** A failure that the operator can do something about. Its message is one line and contains no secrets. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export class UsageError extends CommandError {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>
>

/** @throws UsageError, which ends with `hint` */
export const readArguments = <O extends Options>(
  options: O,
  hint: string,
  args = process.argv.slice(2),
): Parsed<O> => {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError(`${toLine(error).split('. ')[0]}. ${hint}`, { cause: error })
  }
}

export const flag = { type: 'boolean', default: false } as const
export const helpFlag = { ...flag, short: 'h' } as const

interface Command<O extends Options> {
  usage: string
  help: readonly string[]
  options: O
  /** The number of arguments, all of which are required. */
  takes: number
  /** What is said when a signal stops the command. Without it, a signal ends the process at once. */
  stopped?: string
  /** Returns the exit code. */
  run: (given: Parsed<O>, signal: AbortSignal) => Promise<number>
}

/** Runs the program whose arguments are in `process.argv`. */
export const runCommand = <O extends Options>(command: Command<O>): Promise<void> =>
  runProgram(async () => {
    const { usage, help, stopped, takes } = command
    const given = readArguments({ ...command.options, help: helpFlag }, usage)
    if ((given.values as { help?: boolean }).help) return print([usage, '', ...help])
    if (given.positionals.length !== takes) throw new UsageError(usage)
    const stopping = new AbortController()
    const { signal } = stopping
    if (stopped !== undefined)
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
    process.exitCode = await command.run(given, signal).catch((error: unknown) => {
      if (stopped === undefined || !signal.aborted) throw error
      print([stopped])
      return exitCodes.stopped
    })
  })

/** Prints one line for a failure that was expected, and sets the exit code of each failure. */
export const runProgram = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    console.error(isExpected(error) ? toPrintable(toLine(error)) : error)
    process.exitCode = error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
  }
}

// Failures of the system, such as a folder that cannot be written to, name the call.
const isExpected = (error: unknown) =>
  error instanceof CommandError ||
  error instanceof ConfigError ||
  error instanceof DomainError ||
  error instanceof IndexTextError ||
  (error instanceof Error && 'syscall' in error)

export const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(toPrintable(line))
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Escapes control characters of a line, because a file name could contain commands for the terminal. */
export const toPrintable = (line: string): string => escapeUnicode(line, unprintable)

export const toLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''

export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

export const toLineLog = (printLine: (line: string) => void): Log => {
  const write = (_fields: object, message: string) => printLine(message)
  return { info: write, warn: write, error: write }
}

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
