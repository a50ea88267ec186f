/** What the parts of the server write their events to; pino's shape, cut to what they need. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Port: what the replicas of one service tell each other. Nobody may rely on it: what is said while
 * the way between them is down is lost, so whoever listens must find out by itself, only later.
 */
export interface Announcements {
  /** Never throws. Reaches every replica that listens, this one included. */
  announce(topic: string, text: string): void
  /** For the life of the process. */
  onAnnounced(topic: string, listener: (text: string) => void): void
}

export interface ObservedRequest {
  method: string
  /** A pattern, `/api/wallpapers/:id`, never a path: each value is a series of its own. */
  route: string
  /** HTTP status. */
  status: number
  seconds: number
}

/** Port: counts what the service does, for the monitoring of an operator. */
export interface Metrics {
  /** Called for every answer: it must cost next to nothing. */
  observeRequest(request: ObservedRequest): void
  /** All of it, in the text format of Prometheus. */
  render(): Promise<{ contentType: string; text: string }>
}

/** How many requests of one client are answered in a window of time. */
export interface RequestAllowance {
  requests: number
  windowSeconds: number
}

export interface TakenRequest {
  isAllowed: boolean
  /** Requests left in this window. */
  remaining: number
  /** Whole seconds until the window ends. */
  resetSeconds: number
}

/** Port: counts the requests of each client; of all replicas together when they share a store. */
export interface RequestLimit {
  allowance: RequestAllowance
  /** Counts one more of `client`; never throws. */
  take(client: string): Promise<TakenRequest>
}

/** A number from 0 (included) to 1 (excluded), like `Math.random`. */
export type Random = () => number

/** Port: timers. */
export interface Timers {
  /** Runs a task once, `ms` milliseconds from now, if the process still runs. Returns a function that cancels it. */
  schedule(ms: number, task: () => void): () => void
  /** Settles as `work` does, or rejects with `late` after `ms` milliseconds. The work itself is not stopped. */
  limit<T>(work: Promise<T>, ms: number, late: Error): Promise<T>
}

/** What a part of the server needs to know the time, to wait and to add jitter. */
export interface Timing {
  /** Milliseconds since 1970. */
  clock: () => number
  timers: Timers
  random: Random
}
