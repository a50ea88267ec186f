import type { Random } from '../shared/catalogue/draw.ts'
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface Health {
  ready: boolean
  problem?: string
}

/** Port: checks every service that this server needs, such as the database, and lists them by name. Never throws. */
export type CheckHealth = () => Promise<Readonly<Record<string, Health>>>

/**
 * Port: messages between the replicas of one service. A message is lost while a replica is disconnected, so a listener
 * must also notice changes without a message, even if later.
 */
export interface Announcements {
  announce(topic: string, text: string): void
  onAnnounced(topic: string, listener: (text: string) => void): void
}

export interface ShownSource {
  /** Absent if the settings of the server name the source. */
  id?: string | undefined
  name: string
  setting: string
  isPaused: boolean
  status:
    | { pictures: number; problem?: string | undefined; reason?: string | undefined }
    | undefined
}

export interface OwnSources {
  list(): Promise<readonly ShownSource[]>
  /** Returns what is wrong with the settings of a new source, or `undefined` if it was added. */
  add(settings: Readonly<Record<string, string>>): Promise<string | undefined>
  /** Asks the source for its list and for a picture. Returns the result as a sentence. */
  test(id: string): Promise<string>
  pause(id: string, isPaused: boolean): Promise<unknown>
  remove(id: string): Promise<unknown>
}

export interface ObservedRequest {
  method: string
  /** The route's pattern, such as `/api/wallpapers/:id`. In the metrics, each value becomes a time series. */
  route: string
  status: number
  seconds: number
}

export interface Metrics {
  observeRequest(request: ObservedRequest): void
  render(): Promise<{ contentType: string; text: string }>
}

/** Where a request came from. Both values are `unknown` if the connection has no address. */
export interface ClientAddress {
  /** The IP address. */
  exact: string
  /** The key under which the client's requests are counted: an IPv4 address or an IPv6 network. */
  key: string
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

/** Port: counts the requests of each client. With Redis, all replicas share the counts. Never throws. */
export interface RequestLimit {
  allowance: RequestAllowance
  take(client: string): Promise<TakenRequest>
}

export interface Timers {
  /** Runs a task once after `ms`, without keeping the process alive. Returns a function that cancels the task. */
  schedule(ms: number, task: () => void): () => void
  /** Returns the result of `work`, or rejects with `late` after `ms`, while the work itself continues. */
  limit<T>(work: Promise<T>, ms: number, late: Error): Promise<T>
}

export interface Timing {
  /** Returns the current time in milliseconds since 1970. */
  clock: () => number
  timers: Timers
  random: Random
}
