import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer } from '../tools/close-server.ts'

/** What happens to changes of favorites; everything else goes through. */
export type Fault = 'slow' | { status: number; error: string; retryAfter?: number } | undefined

export type FaultyProxy = {
  url: string
  /** The bodies of all changes that arrived here. */
  changes: string[]
  fail(fault: Fault): void
  stop(): Promise<void>
}

const SLOW_MS = 4_000

/** Stands before the real server, and fails for it on demand. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let fault: Fault
  const changes: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.method === 'PATCH') {
      changes.push(body.toString())
      if (fault === 'slow') await sleep(SLOW_MS)
      else if (fault) return refuse(response, fault)
    }
    await pass(request, response, target, body).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    fail: (next) => {
      fault = next
    },
    stop: () => closeServer(server),
  }
}

function refuse(response: ServerResponse, fault: Exclude<Fault, 'slow' | undefined>): void {
  const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }
  const wait = fault.retryAfter === undefined ? {} : { 'Retry-After': `${fault.retryAfter}` }
  response.writeHead(fault.status, { ...headers, ...wait })
  response.end(JSON.stringify({ error: fault.error }))
}

async function pass(
  { url, method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  target: string,
  body: Buffer,
): Promise<void> {
  const { authorization, 'content-type': type, origin } = headers
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(type && { 'content-type': type }),
      ...(origin && { origin }),
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  const kept = ['content-type', 'retry-after', 'access-control-allow-origin']
  for (const name of kept) {
    const value = answer.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  response.writeHead(answer.status)
  response.end(Buffer.from(await answer.arrayBuffer()))
}
