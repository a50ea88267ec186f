import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'

export interface FaultyProxy {
  url: string
  /** Resolves at the matching request, which gets no answer. `release()` closes the connection. */
  hold(step: Step): Promise<void>
  release(): void
  stop(): Promise<void>
}

/** Of the requests that match `what`, the one with the number `step`, counted from 1. */
export interface Step {
  what: RegExp
  step: number
  isDone: boolean
}

export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  const gate = createGate()
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request)
    const held = gate.find(request)
    if (held) {
      if (held.isDone) await ask(request, target, body)
      await held.wait()
      return void response.destroy()
    }
    await pass(request, response, target, body).catch(() => response.destroy())
  })
  return {
    url: `http://127.0.0.1:${await listenLocally(proxy)}`,
    hold: gate.close,
    release: gate.open,
    stop: () => closeServer(proxy),
  }
}

type Held = Step & { count: number; wait(): Promise<void> }

const createGate = () => {
  let held: Held | undefined
  let open = () => {}
  return {
    open: () => open(),
    close: (step: Step): Promise<void> => {
      const opened = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      open = opened.resolve
      const wait = () => {
        reached.resolve()
        return opened.promise
      }
      held = { ...step, count: 0, wait }
      return reached.promise
    },
    find: ({ method, url }: IncomingMessage): Held | undefined => {
      if (!held?.what.test(`${method} ${url}`)) return
      held.count++
      return held.count === held.step ? held : undefined
    },
  }
}

const ask = (
  { url, method = 'GET', headers }: IncomingMessage,
  target: string,
  body: Buffer,
): Promise<Response> => {
  const { authorization, 'content-type': type, origin } = headers
  return fetch(`${target}${url}`, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(type && { 'content-type': type }),
      ...(origin && { origin }),
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
}

const pass = async (
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  body: Buffer,
): Promise<void> => {
  const answer = await ask(request, target, body)
  const kept = ['content-type', 'retry-after', 'access-control-allow-origin']
  for (const name of kept) {
    const value = answer.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  response.writeHead(answer.status)
  response.end(Buffer.from(await answer.arrayBuffer()))
}
