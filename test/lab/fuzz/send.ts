import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { FuzzAnswer } from './judge.ts'
import type { FuzzRequest } from './requests.ts'

export interface Session {
  token: string
  cookie: string
}

/** Sends paths and headers exactly as given, because `fetch` would normalize them. */
export const createSender = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(origin)
  const send = (asked: FuzzRequest, session: Session) =>
    new Promise<FuzzAnswer>((resolve, reject) => {
      const { method, path, body = '' } = asked
      // Sets `Content-Length` explicitly, because Node omits it for methods such as DELETE. The
      // server would then read the body as a second request.
      const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const headers = { ...asked.headers, ...sessionHeader(asked, session), ...length }
      const sent = request({ hostname, port, method, path, agent, headers, timeout: 30_000 })
      sent.on('response', (response) => {
        readAnswer(response).then(resolve, reject)
      })
      sent.on('timeout', () => sent.destroy(new Error('No answer within 30 seconds')))
      sent.on('error', reject)
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}

const readAnswer = async (response: IncomingMessage): Promise<FuzzAnswer> => {
  const bytes = Buffer.concat(await response.toArray())
  const text = decode(bytes, response.headers['content-encoding'])
  return { status: response.statusCode ?? 0, headers: toPlain(response.headers), text }
}

const codings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
}

/** An answer to HEAD may have a `Content-Encoding` header but has no bytes to decode. */
const decode = (bytes: Buffer, coding = '') =>
  (bytes.length === 0 ? bytes : (codings[coding]?.(bytes) ?? bytes)).toString()

const sessionHeader = ({ session }: FuzzRequest, { token, cookie }: Session) => ({
  ...(session === 'bearer' && { Authorization: `Bearer ${token}` }),
  ...(session === 'cookie' && { Cookie: cookie }),
})

const toPlain = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
