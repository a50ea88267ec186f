import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A busy machine may need many seconds to end a program in an orderly way. */
const killAfterMs = 30_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

export const stopChild = async (child: ChildProcess, graceMs = killAfterMs): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

export const killChild = async (child: ChildProcess): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export const dieWithParent = (child: ChildProcess): void => {
  const kill = () => child.kill('SIGKILL')
  const onSignal = (signal: NodeJS.Signals) => {
    kill()
    // With a listener, Node does not exit by itself.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  process.once('exit', kill)
  for (const signal of signals) process.once(signal, onSignal)
  child.once('exit', () => {
    process.off('exit', kill)
    for (const signal of signals) process.off(signal, onSignal)
  })
}

/** Resolves at the first signal to stop. The process goes on, so that the caller can close what it has opened. */
export const whenStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })

/** Resolves to the first group of `pattern`. Rejects when the process exits, or too late. */
export const waitForOutput = async (
  child: ChildProcess,
  pattern: RegExp,
  log: () => string,
  timeoutMs = 90_000,
): Promise<string> => {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const found = pattern.exec(log())
    if (found) return found[1] ?? found[0]
    if (!isRunning(child))
      throw new Error(`The process ended too early (${exitReason(child)}):\n${log()}`)
    await sleep(20)
  }
  throw new Error(`The output did not match ${pattern} within ${timeoutMs} ms:\n${log()}`)
}

/** Returns a function that reads stdout and stderr so far, in order of arrival. */
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
