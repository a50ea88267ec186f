/**
 * The transport of WebDriver BiDi: numbered commands and their answers over one WebSocket.
 * @see https://w3c.github.io/webdriver-bidi/#protocol
 */

export interface Bidi {
  /** Sends a command and gives its result; rejects with the command and the browser's message. */
  send<Result = unknown>(method: string, params?: object): Promise<Result>
  close(): void
}

interface Answer {
  id?: number | null
  result?: unknown
  error?: string
  message?: string
}

interface Pending {
  method: string
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Connects to the address that the browser printed. */
export const connectBidi = async (url: string): Promise<Bidi> => {
  const socket = new WebSocket(url)
  const pending = new Map<number, Pending>()
  let lastId = 0

  socket.addEventListener('message', ({ data }) => settle(pending, JSON.parse(data)))
  socket.addEventListener('close', () => rejectAll(pending))
  await opened(socket, url)
  return {
    send: <Result>(method: string, params: object = {}) =>
      new Promise<Result>((resolve, reject) => {
        // A closed socket swallows what is sent, and no answer would ever come.
        if (socket.readyState !== WebSocket.OPEN) return reject(connectionClosed(method))
        const id = ++lastId
        pending.set(id, { method, resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}

const opened = (socket: WebSocket, url: string): Promise<void> => {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`Cannot connect to ${url}`)))
  })
}

const settle = (pending: Map<number, Pending>, answer: Answer): void => {
  // Events have no id; nobody listens to them here.
  const command = answer.id ? pending.get(answer.id) : undefined
  if (!command || !answer.id) return
  pending.delete(answer.id)
  if (answer.error === undefined) command.resolve(answer.result)
  else command.reject(new Error(`${command.method}: ${answer.error}: ${answer.message}`))
}

const rejectAll = (pending: Map<number, Pending>): void => {
  for (const { method, reject } of pending.values()) reject(connectionClosed(method))
  pending.clear()
}

const connectionClosed = (method: string): Error => {
  return new Error(`${method}: the connection to the browser is closed`)
}
