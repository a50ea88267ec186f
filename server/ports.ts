export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface Health {
  ready: boolean
  problem?: string
}

/** Port: checks every dependency by its name. Never throws. */
export type CheckHealth = () => Promise<Readonly<Record<string, Health>>>

/**
 * Port: messages between the replicas of one service. A message is lost while the connection between
 * them is down, so a listener must also notice changes by itself, if only later.
 */
export interface Announcements {
  announce(topic: string, text: string): void
  onAnnounced(topic: string, listener: (text: string) => void): void
}

export interface ObservedRequest {
  method: string
  /** The pattern `/api/wallpapers/:id`, never the path itself, because each value becomes a time series. */
  route: string
  status: number
  seconds: number
}

export interface Metrics {
  observeRequest(request: ObservedRequest): void
  render(): Promise<{ contentType: string; text: string }>
}

export interface RequestAllowance {
  requests: number
  windowSeconds: number
}

export interface TakenRequest {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
}

/** Port: counts the requests of each client. With Redis, all replicas count together. Never throws. */
export interface RequestLimit {
  allowance: RequestAllowance
  take(client: string): Promise<TakenRequest>
}

/** A number from 0 (included) to 1 (excluded), like `Math.random`. */
export type Random = () => number

export interface Timers {
  /** Runs a task once, `ms` milliseconds from now, if the process still runs. Returns a function that cancels it. */
  schedule(ms: number, task: () => void): () => void
  /** Settles as `work` does, or rejects with `late` after `ms` milliseconds. The work itself is not stopped. */
  limit<T>(work: Promise<T>, ms: number, late: Error): Promise<T>
}

export interface Timing {
  /** Milliseconds since 1970. */
  clock: () => number
  timers: Timers
  random: Random
}
