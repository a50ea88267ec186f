import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** What may stand in a log as it came: no spaces, no control characters, not too long. */
const acceptable = /^[\w.:=+/-]{1,128}$/

const accepted = (id: string | undefined) =>
  id !== undefined && acceptable.test(id) ? id : undefined

/** Who names a request finds the name on its answer. Others cost nothing: this runs for every request. */
export const echoRequestId = ({ headers }: IncomingMessage, response: ServerResponse) => {
  const given = headers['x-request-id']
  if (given === undefined) return
  const id = accepted(String(given))
  if (id !== undefined) response.setHeader('X-Request-Id', id)
}

/** For a request that is written about in the log: its name, or one that it is given now. */
export const nameRequest = (c: Context, generate: () => string = randomUUID): string => {
  const id = accepted(c.req.header('X-Request-Id')) ?? generate()
  c.header('X-Request-Id', id)
  return id
}
