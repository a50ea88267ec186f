/**
 * Has a process that was started with `--inspect` collect its garbage, so that what it holds can be
 * told from what it has not thrown away yet.
 * @param log what the process has printed, with the address of its inspector
 */
export const collectGarbage = async (log: string): Promise<void> => {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(log) ?? []
  if (url === undefined) throw new Error('The process was not started with --inspect')
  const socket = new WebSocket(url)
  await heard(socket, 'open')
  for (const id of rounds) {
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await heard(socket, 'message')
  }
  socket.close()
}

/** What a finalizer or a weak reference still held at the first is let go at the second. */
const rounds = [1, 2]

const heard = (socket: WebSocket, name: 'open' | 'message') =>
  new Promise<void>((resolve, reject) => {
    socket.addEventListener(name, () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('The inspector is gone')), {
      once: true,
    })
  })
