import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../catalogue/back-off.ts'
import type { Log, Random } from '../../ports.ts'

/**
 * `again`: another attempt may help; `picture`: this picture cannot be published as it is;
 * `stop`: nothing can be published until somebody changes a setting.
 */
export type ProblemKind = 'again' | 'picture' | 'stop'

interface ProblemOptions extends ErrorOptions {
  /** What the other side asked for. */
  retryAfterSeconds?: number | undefined
}

/** Why something could not be published: one line for people, without a secret. */
export class PublishProblem extends Error {
  override name = 'PublishProblem'
  kind: ProblemKind
  retryAfterSeconds: number | undefined

  constructor(kind: ProblemKind, message: string, options?: ProblemOptions) {
    super(message, options)
    this.kind = kind
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

/** One line for people out of whatever was thrown. */
export const toLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''

/** Prints each line that the measuring of pictures has to say, without its fields. */
export const toLineLog = (print: (line: string) => void): Log => {
  const write = (_fields: object, message: string) => print(message)
  return { info: write, warn: write, error: write }
}

export interface Retries {
  signal: AbortSignal
  /** Told before every pause. */
  onPause?: (problem: PublishProblem, ms: number) => void
  attempts?: number
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  random?: Random
}

const longestMs = 60_000
/** Who asks for a longer pause than this is asked again by another run. */
const mostPatienceMs = 900_000

/** Does a job again, with growing pauses, while its failure is one that may pass. */
export const withRetries = async <T>(
  job: () => Promise<T>,
  { signal, onPause, attempts = 6, pause = rest, random = Math.random }: Retries,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      signal.throwIfAborted()
      return await job()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PublishProblem) || error.kind !== 'again') throw error
      if (failures >= attempts) throw error
      const { retryAfterSeconds } = error
      const ms = backOffMs({ failures, retryAfterSeconds, longestMs, random })
      if (ms > mostPatienceMs) throw tooLong(error, ms)
      onPause?.(error, ms)
      await pause(ms, signal)
    }
  }
}

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })

const tooLong = ({ message }: PublishProblem, ms: number) =>
  new PublishProblem('stop', `${message}; run this again in ${Math.ceil(ms / 60_000)} minutes`)
