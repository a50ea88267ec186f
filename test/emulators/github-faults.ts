import type { ServerResponse } from 'node:http'

const json = 'application/json; charset=utf-8'
const raw = 'application/vnd.github.v3.raw; charset=utf-8'

const send = (status: number, type: string, body: string, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': type, ...headers })
    response.end(body)
  }
}

const refuse = (status: number, message: string, headers?: Record<string, string>) =>
  send(status, json, JSON.stringify({ message }), headers)

/** Sends a part of a response body, fewer bytes than its `Content-Length` says. */
const begin = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': raw, 'Content-Length': 10_000, ETag: '"half"' })
  response.write('[{"file_name":"half')
}

const faults = {
  hang: () => undefined,
  refused: (response: ServerResponse) => void response.socket?.destroy(),
  'cut body': (response: ServerResponse) => {
    begin(response)
    setImmediate(() => response.destroy())
  },
  'stalled body': begin,
  'malformed JSON': send(200, raw, '[{"file_name":'),
  'JSON null': send(200, raw, 'null'),
  'empty file': send(200, raw, ''),
  'HTML 502': send(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>'),
  '500': refuse(500, 'Server Error'),
  '401': refuse(401, 'Bad credentials'),
  '403': refuse(403, 'Resource not accessible by personal access token'),
  '404': refuse(404, 'Not Found'),
  redirect: send(302, 'text/html', 'Found', { Location: 'http://127.0.0.1:9/elsewhere' }),
  'primary limit': (response: ServerResponse) => {
    response.setHeader('X-RateLimit-Remaining', 0)
    return refuse(403, 'API rate limit exceeded for user ID 1.')(response)
  },
  'secondary limit': refuse(403, 'You have exceeded a secondary rate limit.', {
    'Retry-After': '60',
  }),
  '429': refuse(429, 'Too Many Requests', { 'Retry-After': '90' }),
} satisfies Record<string, (response: ServerResponse) => void>

export type GithubFault = keyof typeof faults

export type CallKind = 'commit' | 'file' | 'git'

export interface GithubBehaviour {
  fail?: GithubFault | undefined
  redirectsTo?: string | undefined
  /** By default all calls. */
  failOn?: readonly CallKind[] | undefined
  /** Answers requests for the repository with a redirect, as GitHub does after it was renamed. */
  renamed?: boolean | undefined
  /** Describes the repository as private. Every call needs the token in any case. */
  private?: boolean | undefined
  /** Lists only the first file of a tree, as GitHub does above 100,000 files. */
  truncatesTrees?: boolean | undefined
  /** Creates a new commit with the same files whenever a client reads the branch. */
  moving?: boolean | undefined
  /** Rejects every write, as GitHub does when the token has only read access. */
  readOnly?: boolean | undefined
  /** Called once before the branch moves. Tests use it to simulate another person's push. */
  beforeUpdate?: (() => void) | undefined
}

export const githubFaults = Object.keys(faults) as readonly GithubFault[]

export const sendFault = (response: ServerResponse, fault: GithubFault) => faults[fault](response)
