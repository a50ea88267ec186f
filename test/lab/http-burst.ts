import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BurstAnswer {
  status: number
  body: string
}

/**
 * Creates a client that sends JSON over up to `sockets` connections. `fetch` would queue the
 * requests on fewer connections.
 */
export const createClient = (sockets = 250) => {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const send = (method: string, url: string, token: string, body?: unknown) =>
    new Promise<BurstAnswer>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      }
      const sent = request(url, { method, agent, headers }, async (response) => {
        const chunks = await response.toArray()
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  return { send, close: () => agent.destroy() }
}

export interface Burst {
  seconds: number
  statuses: readonly number[]
  favorites: readonly string[]
}

/**
 * The number of times that a test client sends a change. A busy server answers 503, and then the
 * change is sent again.
 */
const maxTries = 5

/**
 * Adds `count` favorites for one user at the same moment, spread over all servers. Then it reads
 * the list from a server.
 */
export const burstOfHearts = async (
  servers: readonly { url: string }[],
  token: string,
  count: number,
): Promise<Burst> => {
  const { send, close } = createClient()
  const url = (n: number) => `${servers[n % servers.length]?.url}/api/favorites`
  const add = async (n: number, triesLeft = maxTries): Promise<BurstAnswer> => {
    const answer = await send('PATCH', url(n), token, { wallpaperId: heart(n), action: 'add' })
    if (answer.status !== 503 || triesLeft === 1) return answer
    await sleep(500)
    return add(n, triesLeft - 1)
  }
  const before = performance.now()
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => add(n)))
  const seconds = (performance.now() - before) / 1000
  const list = await send('GET', url(0), token)
  close()
  const { favorites } = JSON.parse(list.body) as { favorites: string[] }
  return { seconds, statuses: answers.map(({ status }) => status), favorites }
}

/** A short wallpaper id. Clerk's user metadata has room for 500 of them. */
export const heart = (n: number) => `h${String(n).padStart(4, '0')}`
