import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../catalogue/back-off.ts'
import { CommandError } from '../program.ts'

export type PublishErrorCode = 'TRY_AGAIN' | 'PICTURE_REJECTED' | 'CANNOT_PUBLISH'

/** A failure of `publish-catalogue`. */
export class PublishError extends CommandError {
  override name = 'PublishError'
  code: PublishErrorCode
  retryAfterSeconds: number | undefined

  constructor(
    code: PublishErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number | undefined },
  ) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

interface Retries {
  signal: AbortSignal
  onPause: (problem: PublishError, ms: number) => void
  pause?: Pause | undefined
}

const attempts = 6
const longestMs = 60_000
const longestRequestedMs = 900_000

export const withRetries = async <T>(
  job: () => Promise<T>,
  { signal, onPause, pause = rest }: Retries,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      signal.throwIfAborted()
      return await job()
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof PublishError && error.code === 'TRY_AGAIN'
      if (!isPassing || failures >= attempts) throw error
      const { retryAfterSeconds } = error
      const ms = backOffMs({ failures, retryAfterSeconds, longestMs, random: Math.random })
      if (ms > longestRequestedMs) throw tooLong(error, ms)
      onPause(error, ms)
      await pause(ms, signal)
    }
  }
}

const rest: Pause = (ms, signal) => sleep(ms, undefined, { signal })

const tooLong = ({ message }: PublishError, ms: number) =>
  new PublishError(
    'CANNOT_PUBLISH',
    `${message}. Run the command again in ${Math.ceil(ms / 60_000)} minutes`,
  )
