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
