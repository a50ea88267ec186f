import type { Log } from '../../ports.ts'

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
