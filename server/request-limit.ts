/** How many requests of one client are answered in a window of time. */
export interface RequestAllowance {
  readonly requests: number
  readonly windowSeconds: number
}

export interface TakenRequest {
  readonly isAllowed: boolean
  /** Requests left in this window. */
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

/** Port: counts the requests of each client; of all replicas together when they share a store. */
export interface RequestLimit {
  readonly allowance: RequestAllowance
  /** Counts one more of `client`; never throws. */
  take(client: string): Promise<TakenRequest>
}
