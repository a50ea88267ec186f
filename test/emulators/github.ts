/**
 * Emulates GitHub's REST API for one repository: commits, file contents, blobs, rate limits and failures.
 * @see https://docs.github.com/rest
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { type CallKind, type GithubBehaviour, sendFault } from './github-faults.ts'
import { createGitData, type Files, type GitCommit } from './github-git-data.ts'

export interface GithubEmulator {
  url: string
  token: string
  env: Readonly<Record<string, string>>
  /** Counts requests: `all`, those that use up the rate limit in `counted` (a 304 does not), and per path in `paths`. */
  calls: { all: number; counted: number; paths: Map<string, number> }
  /**
   * Creates a commit with the given contents of index.json and tags.json. Text and bytes are
   * written unchanged, and `undefined` omits a file. `pictures` are files by their path.
   */
  push(index: unknown, tags?: unknown, pictures?: Files): string
  /** The commits on the branch that clients created through the API, the oldest first. */
  made: readonly GitCommit[]
  read(name: string): string | undefined
  behave(behaviour?: GithubBehaviour): void
  stop(): Promise<void>
}

export const startGithub = async (): Promise<GithubEmulator> => {
  const token = `ghp_${randomBytes(12).toString('hex')}`
  const commits = new Map<string, Files>()
  const calls = { all: 0, counted: 0, paths: new Map<string, number>() }
  let head = ''
  const move = () => {
    const files = commits.get(head) ?? {}
    head = randomBytes(20).toString('hex')
    commits.set(head, files)
  }
  let behaviour: GithubBehaviour = {}
  const git = createGitData({
    commits,
    head: () => head,
    setHead: (sha) => {
      head = sha
    },
    behaviour: () => behaviour,
  })

  const server = createServer(async (request, response) => {
    const call = toCall(request)
    calls.all += 1
    const path = call?.name ?? 'unknown'
    calls.paths.set(path, (calls.paths.get(path) ?? 0) + 1)
    response.on('close', () => {
      if (response.statusCode !== 304) calls.counted += 1
    })
    setLimits(response, calls.counted)
    if (request.headers.authorization !== `token ${token}`)
      return sendJson(response, 401, { message: 'Bad credentials' })
    if (call === undefined) return sendMissing(response)
    if (behaviour.renamed && !call.moved) {
      response.writeHead(301, { Location: `/repositories/1${call.rest}` })
      return response.end()
    }
    const { fail, failOn, redirectsTo } = behaviour
    const fails = failOn?.includes(call.kind) ?? true
    if (fails && redirectsTo !== undefined)
      return response.writeHead(302, { Location: redirectsTo }).end()
    if (fails && fail !== undefined) return sendFault(response, fail)
    if (call.kind === 'git') {
      const { status, body } = await git.answer(request, call.name)
      return sendJson(response, status, body)
    }
    if (call.kind === 'commit' && behaviour.moving) move()
    if (call.kind === 'commit') return sendCommit(request, response, head)
    return sendContents(response, commits.get(call.ref || head)?.[call.name])
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`

  return {
    url,
    token,
    env: {
      GITHUB_OWNER: 'octo',
      GITHUB_REPO: 'wallpapers',
      GITHUB_TOKEN: token,
      GITHUB_API_URL: url,
    },
    calls,
    push: (index, tags, pictures = {}) => {
      head = randomBytes(20).toString('hex')
      const files = { 'index.json': toBytes(index), 'tags.json': toBytes(tags), ...pictures }
      commits.set(
        head,
        Object.fromEntries(
          Object.entries(files).flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : [])),
        ),
      )
      return head
    },
    made: git.made,
    read: (name) => commits.get(head)?.[name]?.toString(),
    behave: (next = {}) => {
      behaviour = next
    },
    stop: () => closeServer(server),
  }
}

const toBytes = (value: unknown): Buffer | undefined => {
  if (value === undefined) return undefined
  if (typeof value === 'string') return Buffer.from(value)
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(JSON.stringify(value))
}

interface Call {
  kind: CallKind
  /** The branch, file path or hash that the request asks for. */
  name: string
  ref: string
  rest: string
  moved: boolean
}

const toCall = ({ url = '', method }: IncomingMessage): Call | undefined => {
  const [, home = '', rest = ''] =
    /^(\/repos\/octo\/wallpapers|\/repositories\/1)(\/.*)?$/.exec(url) ?? []
  const { pathname, searchParams } = new URL(rest, 'http://emulator')
  const [, folder = '', name = ''] = /^\/(commits|contents)\/([^/]+)$/.exec(pathname) ?? []
  const kind = ({ commits: 'commit', contents: 'file' } as const)[folder]
  const moved = home !== '/repos/octo/wallpapers'
  if (method !== 'GET' || kind === undefined)
    return home === '' ? undefined : { kind: 'git', name: pathname, ref: '', rest, moved }
  const ref = searchParams.get('ref') ?? ''
  return { kind, name: decodeURIComponent(name), ref, rest, moved }
}

const setLimits = (response: ServerResponse, used: number) => {
  response.setHeader('X-RateLimit-Limit', 5000)
  response.setHeader('X-RateLimit-Used', used)
  response.setHeader('X-RateLimit-Remaining', 5000 - used)
  response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1000) + 1800)
}

const sendCommit = (request: IncomingMessage, response: ServerResponse, sha: string) => {
  const etag = `W/"${blobSha(Buffer.from(sha))}"`
  response.setHeader('ETag', etag)
  response.setHeader('Cache-Control', 'private, max-age=60, s-maxage=60')
  if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
  response.writeHead(200, { 'Content-Type': 'application/vnd.github.v3.sha; charset=utf-8' })
  return response.end(sha)
}

const sendContents = (response: ServerResponse, bytes: Buffer | undefined) => {
  if (bytes === undefined) return sendMissing(response)
  response.writeHead(200, { 'Content-Type': 'application/vnd.github.v3.raw; charset=utf-8' })
  return response.end(bytes)
}

const blobSha = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

const sendMissing = (response: ServerResponse) => sendJson(response, 404, { message: 'Not Found' })

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
