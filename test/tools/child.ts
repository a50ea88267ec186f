import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const killAfterMs = 5_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** True until the process has ended. */
export const isRunning = (child: ChildProcess): boolean => {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Asks the process to end (SIGTERM) and ends it (SIGKILL) when it has not after `graceMs`. */
export const stopChild = async (child: ChildProcess, graceMs = killAfterMs): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

/** Ends the process at once, as a crash would. */
export const killChild = async (child: ChildProcess): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Kills the process when this one ends without having stopped it, so that nothing stays behind. */
export const dieWithParent = (child: ChildProcess): void => {
  const kill = () => child.kill('SIGKILL')
  const onSignal = (signal: NodeJS.Signals) => {
    kill()
    // Node ends by default on a signal; having listened, this must see to it unless others do.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  process.once('exit', kill)
  for (const signal of signals) process.once(signal, onSignal)
  child.once('exit', () => {
    process.off('exit', kill)
    for (const signal of signals) process.off(signal, onSignal)
  })
}

/** Runs once when the user stops this program: Ctrl-C, a closed terminal, or `kill`. */
export const onStopSignal = (stop: () => void): void => {
  for (const signal of signals) process.on(signal, stop)
}

/**
 * What `pattern` captured first in the output of the process. Rejects with the output so far when
 * the process ends before that, or after `timeoutMs`.
 */
export const waitForOutput = async (
  child: ChildProcess,
  pattern: RegExp,
  timeoutMs: number,
  log: () => string,
): Promise<string> => {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const found = pattern.exec(log())
    if (found) return found[1] ?? found[0]
    if (!isRunning(child)) throw new Error(`Ended (${exitReason(child)}) too early:\n${log()}`)
    await sleep(20)
  }
  throw new Error(`No ${pattern} in the output within ${timeoutMs} ms:\n${log()}`)
}

/** Collects what the process writes (both streams, in order of arrival); returns a reader of it. */
export const collectOutput = (child: ChildProcess): (() => string) => {
  let text = ''
  const append = (chunk: Buffer | string) => {
    text += chunk
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  child.once('error', (error) => append(`${error.message}\n`))
  return () => text
}

const exitReason = (child: ChildProcess): string => {
  if (child.signalCode) return child.signalCode
  return child.exitCode === null ? 'it did not start' : `exit code ${child.exitCode}`
}
