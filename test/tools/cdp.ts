/**
 * The transport of the Chrome DevTools Protocol: numbered commands, their answers, and events over
 * one WebSocket.
 * @see https://chromedevtools.github.io/devtools-protocol/
 */

export interface Cdp {
  /** Sends a command, to a target's session or to the browser; rejects with the browser's message. */
  send<Result = unknown>(method: string, params?: object, sessionId?: string): Promise<Result>
  /** Calls back with the parameters of each event of this name, of any session. */
  on(event: string, listener: (params: never) => void): void
  close(): void
}

interface Message {
  id?: number
  result?: unknown
  error?: { message: string }
  method?: string
  params?: unknown
}
interface Pending {
  method: string
  resolve(result: unknown): void
  reject(error: Error): void
}
type Listener = (params: never) => void

/** Connects to the address that the browser printed. */
export const connectCdp = async (url: string): Promise<Cdp> => {
  const socket = new WebSocket(url)
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => take(JSON.parse(data), pending, listeners))
  socket.addEventListener('close', () => rejectAll(pending))
  await opened(socket, url)
  return {
    send: <Result>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { method, resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      }),
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    close: () => socket.close(),
  }
}

const opened = (socket: WebSocket, url: string): Promise<void> => {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`Cannot connect to ${url}`)))
  })
}

const take = (
  message: Message,
  pending: Map<number, Pending>,
  listeners: Map<string, Listener[]>,
): void => {
  if (message.method) {
    for (const listener of listeners.get(message.method) ?? []) listener(message.params as never)
  }
  const command = message.id ? pending.get(message.id) : undefined
  if (!command || !message.id) return
  pending.delete(message.id)
  if (!message.error) command.resolve(message.result)
  else command.reject(new Error(`${command.method}: ${message.error.message}`))
}

const rejectAll = (pending: Map<number, Pending>): void => {
  for (const { method, reject } of pending.values()) {
    reject(new Error(`${method}: the connection to the browser is closed`))
  }
  pending.clear()
}
