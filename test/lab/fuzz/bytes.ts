import { connect } from 'node:net'
import fc, { type Arbitrary } from 'fast-check'
import { findHidden } from './judge.ts'
import type { Asked, FuzzReport } from './run.ts'
import { anyText } from './values.ts'

const line = (...parts: Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''))
const oneOf = (...texts: string[]) => fc.constantFrom(...texts)
const unusual = anyText.filter((text) => text.length < 100)

const mostly = (usual: Arbitrary<string>, odd: Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd })

const paths = oneOf(
  ...['/', '/api/wallpapers', '/api/favorites', '/api/auth/sign-in/username', '/docs', '/livez'],
)
const oddPaths = oneOf(
  ...['*', '//', '/%', '/a b', 'http://127.0.0.1/api/colors', 'elsewhere.test:443', '/../../etc'],
)
const requestLines = line(
  mostly(
    oneOf('GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS'),
    oneOf('CONNECT', 'TRACE', 'get', '\u0000'),
  ),
  mostly(oneOf(' '), oneOf('  ', '\t', '')),
  mostly(paths, fc.oneof(oddPaths, unusual)),
  mostly(oneOf(' HTTP/1.1'), oneOf(' HTTP/1.0', ' HTTP/2.0', ' HTTP/9', '')),
)
const validHeaders = oneOf(
  ...['Content-Length: 5', 'Transfer-Encoding: chunked', 'Expect: 100-continue', 'Upgrade: h2c'],
  ...[
    'Connection: Upgrade, HTTP2-Settings',
    'Connection: close',
    'Connection: Host',
    'TE: trailers',
  ],
  ...[
    'Cookie: a=b; a=c; =',
    'Authorization: Bearer',
    'Authorization: Basic Og==',
    'Range: bytes=-',
  ],
  ...['X-Forwarded-For: 1.2.3.4, unknown', 'X-Forwarded-Host: elsewhere.test', 'Expect: a miracle'],
)
const brokenHeaders = oneOf(
  ...['Host:', 'host: b.test', 'Content-Length: -1', 'Content-Length: 5, 5', 'Content-Length: 1e3'],
  ...['Transfer-Encoding: gzip, chunked', 'transfer-encoding: x', ' folded: value', 'Name : value'],
  ...['no colon', ': no name', `Long: ${'x'.repeat(20_000)}`],
)
const headerLines = mostly(
  validHeaders,
  fc.oneof(brokenHeaders, line(unusual, oneOf(': ', ':', ''), unusual)),
)
const bodies = fc.oneof(
  oneOf('', '', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffff\r\nx', '-1\r\n', '5;a=b\r\nhel'),
  oneOf('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n', '\u0000'.repeat(50), '\r\n'.repeat(50)),
  unusual,
)
const ends = mostly(oneOf('\r\n'), oneOf('\n', '\r'))

const request = fc
  .tuple(requestLines, fc.array(headerLines, { maxLength: 6 }), ends, bodies)
  .map(([first, headers, end, body]) => [first, 'Host: a.test', ...headers, '', body].join(end))

/** Bytes that are almost HTTP: odd lines, contradicting lengths, several requests, cut-off ends. */
const anyBytes = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 3 }),
    length: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.nat(500) },
    ),
  })
  .map(({ requests, length }) => requests.join('').slice(0, length))

const deadlineMs = 10_000
/** How long the socket stays silent before the sender ends it. Node does not answer on an ended socket. */
const silenceMs = 50

interface ByteFuzzOptions {
  origin: string
  requests: number
  seed: number
  hidden: readonly string[]
}

/** Sends random bytes on new connections until an answer breaks a rule. */
export const fuzzBytes = async (options: ByteFuzzOptions): Promise<FuzzReport> => {
  const asked: Asked[] = []
  const ask = async (bytes: string) => {
    const start = performance.now()
    const answer = await exchange(options.origin, bytes)
    const milliseconds = performance.now() - start
    const statuses = statusesOf(answer)
    const path = JSON.stringify(bytes)
    for (const status of statuses.length > 0 ? statuses : [0])
      asked.push({ name: 'bytes', method: '', path, status, milliseconds })
    const faults = [
      ...statuses.filter((status) => status >= 500).map((status) => `status ${status}`),
      ...findHidden(answer, options.hidden),
    ]
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${path}`)
  }
  const { failed, errorInstance } = await fc.check(fc.asyncProperty(anyBytes, ask), {
    numRuns: options.requests,
    seed: options.seed,
  })
  return { asked, failure: failed ? String(errorInstance) : undefined }
}

/** Sends the bytes and resolves with all bytes that the server sent back. */
const exchange = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    const silence = setTimeout(() => socket.end(), silenceMs)
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`The server kept the connection open for ${deadlineMs} ms`))
    }, deadlineMs)
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
      silence.refresh()
    })
    // The server may reset a connection that sent malformed bytes.
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(silence)
        clearTimeout(deadline)
        resolve(answer)
      })
  })

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
