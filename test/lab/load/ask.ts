import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: string
}

/** A client with one connection, which it keeps open as browsers do. */
export const createAsker = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (method: string, path: string, options: { token?: string; body?: unknown } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const text = options.body === undefined ? '' : JSON.stringify(options.body)
      const headers = {
        ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
        ...(text !== '' && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        }),
      }
      const sent = request(`${origin}${path}`, { method, agent, headers, timeout: 20_000 })
      sent.on('response', (response) => {
        response.toArray().then((chunks) => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        }, reject)
      })
      sent.on('timeout', () => sent.destroy(new Error('No answer within 20 seconds')))
      sent.on('error', reject)
      sent.end(text)
    })
  return { ask, close: () => agent.destroy() }
}
