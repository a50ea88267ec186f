/** What the parts of the server write their events to; pino's shape, cut to what they need. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
