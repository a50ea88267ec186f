/** Sends numbered commands to a browser, and receives answers and events. */
export interface ProtocolSocket {
  /** Rejects with the command's name and the browser's message. */
  send<Result = unknown>(method: string, params?: object, sessionId?: string): Promise<Result>
  on(event: string, listener: (params: never) => void): void
  close(): void
}

/** The text of an error is beside `error` in BiDi, and inside it in DevTools. */
interface Message {
  id?: number | null
  result?: unknown
  error?: string | { message: string }
  message?: string
  method?: string
  params?: unknown
}

interface Pending {
  method: string
  resolve(result: unknown): void
  reject(error: Error): void
}

type Listener = (params: never) => void

/**
 * Connects to a browser with the Chrome DevTools Protocol or WebDriver BiDi. Both use the same
 * message format.
 * @see https://chromedevtools.github.io/devtools-protocol/
 * @see https://w3c.github.io/webdriver-bidi/#protocol
 */
export const connectProtocol = async (url: string): Promise<ProtocolSocket> => {
  const socket = new WebSocket(url)
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => dispatch(JSON.parse(data), pending, listeners))
  socket.addEventListener('close', () => {
    for (const { method, reject } of pending.values()) reject(connectionClosed(method))
    pending.clear()
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`Could not connect to ${url}`)))
  })
  return {
    send: <Result>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<Result>((resolve, reject) => {
        // A closed WebSocket would silently drop the command.
        if (socket.readyState !== WebSocket.OPEN) return reject(connectionClosed(method))
        const id = ++lastId
        pending.set(id, { method, resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      }),
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    close: () => socket.close(),
  }
}

const dispatch = (
  message: Message,
  pending: Map<number, Pending>,
  listeners: ReadonlyMap<string, Listener[]>,
): void => {
  if (message.method) {
    for (const listener of listeners.get(message.method) ?? []) listener(message.params as never)
  }
  const command = message.id ? pending.get(message.id) : undefined
  if (!command || !message.id) return
  pending.delete(message.id)
  if (message.error === undefined) command.resolve(message.result)
  else command.reject(new Error(`${command.method}: ${toText(message)}`))
}

const toText = ({ error, message }: Message) =>
  typeof error === 'object' ? error.message : `${error}: ${message}`

const connectionClosed = (method: string) =>
  new Error(`${method}: the connection to the browser is closed`)
