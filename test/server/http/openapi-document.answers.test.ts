import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../../server/http/server/http-server.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { publicUrl } from '../../test-app.ts'
import { closeServer, listenLocally, sendRaw } from '../../tools/servers/sockets.ts'
import { listPageRequests } from '../web/page-requests.ts'
import { makePerson } from '../web/web-app.ts'
import { createAnswerCheck } from './openapi/answers.ts'
import { type Asked, listRequests } from './openapi/requests.ts'
import { createServers, describeServer, type Servers } from './openapi/servers.ts'

const document = await describeServer('local')

describe.each([
  ['a route is as the OpenAPI document says', document.paths ?? {}, listRequests, 5],
  ['a page or form is HTML with exactly its headers', pagesOf('local'), listPageRequests, 0],
])('every answer of %s', (_, paths, list, fewest) => {
  const check = createAnswerCheck(document, paths)
  let servers: Servers
  let requests: Asked[]
  beforeAll(async () => {
    servers = await createServers()
    requests = await list(servers, (id) => check.operations.get(id)?.operation)
  })
  afterAll(() => servers.close())

  it('for requests that are answered, and that are refused', async () => {
    expect(requests.length).toBeGreaterThan(check.documented.length / 2)
    expect(await check.problemsOf(servers, requests)).toEqual([])
  })

  it.each([
    ['broken', 500],
    ['busy', 503],
  ] as const)('when everything behind it is %s', async (server, status) => {
    const able = check.withStatus(requests, status)
    expect(able.length).toBeGreaterThan(fewest)
    const sent = able.map((request) => ({ ...request, server }))
    expect(await check.problemsOf(servers, sent)).toEqual([])
  })

  it('for a request that cannot be parsed', async () => {
    const server = createHttpServer(servers.usual.fetch)
    const port = await listenLocally(server)
    const unread = check.listUnseen().filter((answer) => answer.endsWith(' 400'))
    expect(unread.length).toBeGreaterThanOrEqual(fewest)
    const problems: string[] = []
    for (const id of unread.map((answer) => answer.split(' ')[0] ?? '')) {
      const { method = '', path } = check.operations.get(id) ?? {}
      const request = `${method.toUpperCase()} ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`
      const answer = toResponse(await sendRaw(port, request))
      if (answer.status !== 400) problems.push(`${id}: ${answer.status} instead of 400`)
      for (const problem of await check.compare(id, answer)) problems.push(`${id}: ${problem}`)
    }
    await closeServer(server)
    expect(problems).toEqual([])
  })

  it('for a body with a field of many nested lists', async () => {
    const { headers } = await makePerson(servers.web)
    const nested = requests
      .filter(({ status }) => status === 200)
      .map((request) => ({
        ...request,
        headers: { ...headers, Origin: publicUrl, 'Content-Type': 'application/json' },
      }))
      .flatMap(withNestedFields)
    expect(nested.length).toBeGreaterThanOrEqual(fewest)
    expect(await check.problemsOf(servers, nested)).toEqual([])
  })

  it('for every status of every operation', () => {
    expect(check.listUnseen()).toEqual([])
  })
})

/** The deepest lists that fit into the largest body, and into that of a route with a small one. */
const depths = {
  usual: 3_900,
  finishPairing: 400,
  replaceFavorites: 100_000,
  changeFavorite: 100_000,
}

const withNestedFields = (request: Asked): Asked[] => {
  const { id, body } = request
  if (typeof body !== 'string' || !body.startsWith('{')) return []
  const depth = id in depths ? depths[id as 'usual'] : depths.usual
  const fields = JSON.parse(body)
  return Object.keys(fields).map((name) => {
    const text = JSON.stringify({ ...fields, [name]: '@' })
    const lists = '['.repeat(depth) + ']'.repeat(depth)
    return { ...request, status: 400, body: text.replace('"@"', lists) }
  })
}

/** Headers of the connection, which Node adds to each answer. */
const ofConnection = ['connection', 'date', 'transfer-encoding']

const toResponse = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines
    .map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? ''])
    .filter(([name]) => !ofConnection.includes(name.toLowerCase()))
  return new Response(body, { status: Number(first.split(' ')[1]), headers })
}
