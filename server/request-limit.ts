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
