/** A web server with files that a test puts there, with the faults that servers of pictures and feeds have. */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'

export interface SiteAnswer {
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Sends this many bytes of the body and ends the connection. */
  cutAt?: number
  /** Repeats the body until the client ends the connection. */
  isEndless?: boolean
}

export interface SiteRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = SiteAnswer | ((request: SiteRequest) => SiteAnswer | Promise<SiteAnswer>)

export const startSite = async () => {
  const answers = new Map<string, Answer>()
  const requests: SiteRequest[] = []
  const answer = async (request: SiteRequest): Promise<SiteAnswer> => {
    const { pathname } = new URL(request.path, 'http://site')
    const found = answers.get(request.path) ?? answers.get(pathname) ?? answers.get('*')
    return (typeof found === 'function' ? await found(request) : found) ?? { status: 404 }
  }
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await text(incoming) }
    requests.push(request)
    const { status = 200, headers: own = {}, body = '', cutAt, isEndless } = await answer(request)
    const bytes = Buffer.from(body)
    const etag = `"${hash('sha256', bytes).slice(0, 8)}"`
    if (status === 200 && headers['if-none-match'] === etag) return response.writeHead(304).end()
    const length = isEndless ? {} : { 'Content-Length': bytes.length }
    response.writeHead(status, { ...length, ...(status === 200 && { ETag: etag }), ...own })
    if (cutAt !== undefined)
      return response.write(bytes.subarray(0, cutAt), () => response.destroy())
    return isEndless ? Readable.from(endlessly(bytes)).pipe(response) : response.end(bytes)
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    url,
    requests,
    asked: () => requests.splice(0).map(({ path }) => path),
    put: (path: string, answer: Answer | string | Uint8Array) =>
      void answers.set(
        path,
        typeof answer === 'string' || answer instanceof Uint8Array ? { body: answer } : answer,
      ),
    remove: (path: string) => void answers.delete(path),
    stop: () => closeServer(server),
  }
}

function* endlessly(bytes: Uint8Array) {
  for (;;) yield bytes
}

export type Site = Awaited<ReturnType<typeof startSite>>
