import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../catalogue/back-off.ts'
import { CommandError } from '../program.ts'

/** A failure that does not stop `publish`. Any other CommandError does. */
export class PublishError extends CommandError {
  override name = 'PublishError'
  code: 'TRY_AGAIN' | 'PICTURE_REJECTED'
  retryAfterSeconds: number | undefined

  constructor(code: PublishError['code'], message: string, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Retries {
  signal: AbortSignal
  print: (line: string) => void
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const attempts = 6
const longestMs = 60_000
const longestRequestedMs = 900_000

/** Repeats a job while it throws a PublishError `TRY_AGAIN`. */
export const withRetries = async <T>(
  { signal, print, pause = (ms) => sleep(ms, undefined, { signal }) }: Retries,
  job: () => Promise<T>,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      signal.throwIfAborted()
      return await job()
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof PublishError && error.code === 'TRY_AGAIN'
      if (!isPassing || failures >= attempts) throw error
      const { message, retryAfterSeconds } = error
      const ms = backOffMs({ failures, retryAfterSeconds, longestMs, random: Math.random })
      const text = `${message}. Run the command again in ${Math.ceil(ms / 60_000)} minutes`
      if (ms > longestRequestedMs) throw new CommandError(text)
      print(`${message}. Trying again in ${Math.ceil(ms / 1000)} s`)
      await pause(ms, signal)
    }
  }
}
