import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './program.ts'

/** Asks a question on the terminal, or returns `undefined` when there is no terminal. */
export const ask = async (question: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY) return undefined
  const terminal = openTerminal(process.stderr)
  return terminal.question(question).finally(() => terminal.close())
}

/** Reads a new password without showing it: twice from a terminal, otherwise the first line of standard input. */
export const readNewPassword = async (): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const password = await askSecret('New password: ')
  if (password !== (await askSecret('Repeat the new password: ')))
    throw new CommandError('The two passwords differ. Nothing was changed')
  return password
}

const askSecret = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = openTerminal(hidden)
  const answer = await terminal.question('').finally(() => terminal.close())
  process.stderr.write('\n')
  return answer
}

const openTerminal = (output: NodeJS.WritableStream) => {
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // Node's readline catches Ctrl-C. The signal is passed on to the process, so that it stops the command.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  return terminal
}
