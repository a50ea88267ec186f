/**
 * Emulates the hosts of catalogues on the web, with the headers and refusals that they have without an account: GitHub's
 * raw files, API and Pages, Wikimedia Commons, and sites with and without CORS.
 * @see https://docs.github.com/rest/using-the-rest-api/using-cors-and-jsonp-to-make-cross-origin-requests
 */
import { createHash, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { types } from '../tools/servers/plain-file-server.ts'
import { listenLocally } from '../tools/servers/sockets.ts'
import {
  answerCommonsApi,
  answerCommonsPicture,
  answerCommonsPreflight,
  apiHost,
  type CommonsData,
  pictureHosts,
} from './commons.ts'
import { makeSelfSigned } from './tls.ts'

export type HostedFiles = Readonly<Record<string, string | Uint8Array>>

export interface HostFault {
  status?: number
  headers?: Readonly<Record<string, string>>
  drops?: boolean
  /** Announces the whole body but ends the connection in its middle. */
  cuts?: boolean
  /** Answers every address with a page, as single-page applications do. */
  sendsPages?: boolean
  refusesHead?: boolean
  latencyMs?: number
}

export interface HostedRequest {
  method: string
  host: string
  path: string
  headers: IncomingMessage['headers']
  /** The status of the answer, or 0 before it is sent. */
  status: number
}

export interface StaticHosts {
  /** The port of HTTP and HTTPS for any `Host`. `launchBrowser` leads a browser there. */
  port: number
  /**
   * The SHA-256 hash of the certificate's public key in base64, for Chromium's `--ignore-certificate-errors-spki-list`.
   * With `--ignore-certificate-errors`, Chromium would cache nothing.
   */
  spki: string
  /** All requests, the latest last. Preflights are `OPTIONS`. */
  requests: readonly HostedRequest[]
  /** Replaces the files of a repository such as `ada/walls`. Raw files and trees have them at once. */
  putRepository(name: string, files: HostedFiles, options?: { branch?: string }): void
  putSite(host: string, files: HostedFiles, options?: { cors?: boolean }): void
  putCommons(data: CommonsData): void
  behave(host: string, fault?: HostFault): void
  stop(): Promise<void>
}

interface Repository {
  branch: string
  files: HostedFiles
}

interface Site {
  files: HostedFiles
  cors: boolean
}

export const startStaticHosts = async (): Promise<StaticHosts> => {
  const repositories = new Map<string, Repository>()
  const sites = new Map<string, Site>()
  const faults = new Map<string, HostFault>()
  const requests: HostedRequest[] = []
  let commons: CommonsData = { files: [] }

  const find = (owner = '', repo = '') => repositories.get(`${owner}/${repo}`)

  const answerRaw: Answer = ({ parts: [owner, repo, ...path] }) => {
    const repository = find(owner, repo)
    const file = repository && findAtRef(repository, path)
    if (file === undefined)
      return text(404, '404: Not Found', { ...anyOrigin, 'Cache-Control': 'max-age=300' })
    return {
      status: 200,
      body: file.content,
      headers: {
        ...anyOrigin,
        'Cache-Control': 'max-age=300',
        'Content-Type': rawTypeOf(file),
        ETag: `W/"${digest('sha256', file.content)}"`,
      },
    }
  }

  const answerApi: Answer = ({ parts: [repos, owner, repo, ...rest], url }) => {
    const headers = {
      ...anyOrigin,
      'Access-Control-Expose-Headers': 'ETag, Retry-After',
      'Cache-Control': 'public, max-age=60',
    }
    const repository = repos === 'repos' ? find(owner, repo) : undefined
    const [git, trees, ref = ''] = rest
    const isTree = git === 'git' && trees === 'trees' && url.searchParams.has('recursive')
    if (!repository || !(rest.length === 0 || (isTree && isRefOf(repository, ref))))
      return json(404, { message: 'Not Found', status: '404' }, headers)
    const answer = isTree
      ? toTree(repository)
      : { full_name: `${owner}/${repo}`, default_branch: repository.branch }
    const tag = `W/"${digest('sha256', JSON.stringify(answer))}"`
    return json(200, answer, { ...headers, ETag: tag })
  }

  const answerSite: Answer = ({ host, path }) => {
    const site = sites.get(host)
    const name = path.slice(1)
    const content = site?.files[name]
    // GitHub Pages also lets every site read that a page is missing.
    const cors = (site?.cors ?? host.endsWith('.github.io')) ? anyOrigin : {}
    if (content === undefined)
      return text(404, '<!DOCTYPE html><title>Not found</title>', { ...cors, ...html })
    const etag = `"${digest('sha1', content)}"`
    return {
      status: 200,
      body: content,
      headers: { ...cors, 'Content-Type': typeOf(name), ETag: etag },
    }
  }

  const countUnderway = (host: string) =>
    requests.filter((one) => one.host === host && one.status === 0).length

  const toAnswer = (host: string): Answer => {
    if (host === 'raw.githubusercontent.com') return answerRaw
    if (host === 'api.github.com') return answerApi
    if (host === apiHost) return ({ url }) => answerCommonsApi(commons, url.searchParams)
    if (pictureHosts.includes(host))
      return ({ path }) => answerCommonsPicture(commons, path, countUnderway(host))
    return answerSite
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const host = url.hostname
    const { method = 'GET', headers } = request
    const entry = { method, host, path: url.pathname + url.search, headers, status: 0 }
    requests.push(entry)
    const fault = faults.get(host) ?? {}
    if (fault.latencyMs) await sleep(fault.latencyMs)
    if (fault.drops) return request.socket.destroy()
    const path = decodeURIComponent(url.pathname)
    const asked = { host, path, parts: path.split('/').filter(Boolean), url }
    const answer =
      method === 'OPTIONS'
        ? toPreflight(host)
        : applyFault(fault, method, () => toAnswer(host)(asked))
    entry.status = send(request, response, answer, fault)
  }

  const tls = makeSelfSigned('localhost')
  const http = createServer(handle)
  const https = createTlsServer(tls, handle)
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    socket.once('data', (start: Buffer) => {
      socket.pause()
      socket.unshift(start)
      // A TLS connection starts with a handshake record, which has the type 22 (RFC 8446 §5.1).
      const server = start[0] === 22 ? https : http
      server.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  }
  const server = createSocketServer(accept)

  return {
    port: await listenLocally(server),
    spki: toSpki(tls.cert),
    requests,
    putRepository: (name, files, { branch = 'main' } = {}) => {
      repositories.set(name, { branch, files })
    },
    putSite: (host, files, { cors = true } = {}) => {
      sites.set(host, { files, cors })
    },
    putCommons: (data) => {
      commons = data
    },
    behave: (host, fault = {}) => {
      faults.set(host, fault)
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const toSpki = (cert: string) => {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

interface Asked {
  host: string
  /** Decoded. */
  path: string
  parts: string[]
  url: URL
}

interface HostAnswer {
  status: number
  body: string | Uint8Array
  headers: Record<string, string>
}

type Answer = (asked: Asked) => HostAnswer

const anyOrigin = { 'Access-Control-Allow-Origin': '*' }
const html = { 'Content-Type': 'text/html; charset=utf-8' }

const text = (status: number, body: string, headers: Record<string, string>): HostAnswer => ({
  status,
  body,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
})

const json = (status: number, value: unknown, headers: Record<string, string>) =>
  text(status, JSON.stringify(value), {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
  })

// GitHub's other hosts refuse the preflight that a header like `If-None-Match` needs.
const toPreflight = (host: string): HostAnswer => {
  if (host === apiHost || pictureHosts.includes(host)) return answerCommonsPreflight(host)
  return host === 'api.github.com'
    ? text(204, '', {
        ...anyOrigin,
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match',
      })
    : text(403, '', {})
}

const applyFault = (
  { status, headers, sendsPages, refusesHead }: HostFault,
  method: string,
  answer: () => HostAnswer,
): HostAnswer => {
  if (refusesHead && method === 'HEAD') return text(405, 'Method Not Allowed', anyOrigin)
  if (sendsPages)
    return text(200, '<!doctype html><title>Welcome</title>', { ...anyOrigin, ...html })
  if (status === undefined) return answer()
  return text(status, `${status}: no`, { ...anyOrigin, ...headers })
}

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: HostAnswer,
  { cuts }: HostFault,
): number => {
  const bytes = Buffer.from(body)
  const isKnown =
    status === 200 &&
    headers.ETag !== undefined &&
    request.headers['if-none-match'] === headers.ETag
  if (isKnown) {
    response.writeHead(304, headers).end()
    return 304
  }
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  if (cuts && bytes.length > 0)
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy())
  else response.end(request.method === 'HEAD' ? undefined : bytes)
  return status
}

const isRefOf = ({ branch }: Repository, ref: string) => ref === 'HEAD' || ref === branch

// A branch may have slashes in its name.
const findAtRef = (repository: Repository, parts: readonly string[]) => {
  const named = parts.join('/')
  for (const ref of ['HEAD', repository.branch]) {
    const path = named.startsWith(`${ref}/`) ? named.slice(ref.length + 1) : undefined
    const content = path === undefined ? undefined : repository.files[path]
    if (path !== undefined && content !== undefined) return { path, content }
  }
  return undefined
}

const toTree = ({ files }: Repository) => ({
  sha: digest('sha1', Object.keys(files).join()),
  tree: Object.entries(files).map(([path, content]) => ({
    path,
    mode: '100644',
    type: 'blob',
    sha: toBlobSha(content),
    size: Buffer.from(content).length,
  })),
  truncated: false,
})

const toBlobSha = (content: string | Uint8Array) => {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

const digest = (algorithm: string, content: string | Uint8Array) =>
  createHash(algorithm).update(content).digest('hex')

const typeOf = (path: string) => types[extname(path)] ?? 'application/octet-stream'

// Raw files of texts are plain text, so that a browser never runs them. A picture in Git LFS is such a text.
const rawTypeOf = ({ path, content }: { path: string; content: string | Uint8Array }) =>
  typeof content === 'string' || /\.(?:json|html|md|txt)$/.test(path)
    ? 'text/plain; charset=utf-8'
    : typeOf(path)
