import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl } from '../../test-app.ts'
import { serveLocally } from '../../tools/servers/serve-locally.ts'
import { sendRaw } from '../../tools/servers/sockets.ts'
import { makePerson } from '../web/web-app.ts'
import { createAnswerCheck } from './openapi/answers.ts'
import { type Asked, listRequests } from './openapi/requests.ts'
import { createServers, describeServer, type Servers } from './openapi/servers.ts'

const document = await describeServer('local')

describe('every answer of a route is as the OpenAPI document says', () => {
  const check = createAnswerCheck(document)
  let servers: Servers
  let requests: Asked[]
  beforeAll(async () => {
    servers = await createServers()
    requests = await listRequests(servers, check.operations)
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
    expect(able.length).toBeGreaterThan(5)
    const sent = able.map((request) => ({ ...request, server }))
    expect(await check.problemsOf(servers, sent)).toEqual([])
  })

  it('for a request that cannot be parsed', async () => {
    const { port, close } = await serveLocally(servers.usual.fetch)
    const unread = check.listUnseen().filter((answer) => answer.endsWith(' 400'))
    expect(unread.length).toBeGreaterThan(5)
    const problems: string[] = []
    for (const id of unread.map((answer) => answer.split(' ')[0] ?? '')) {
      const { method = '', path } = check.operations.get(id) ?? {}
      const request = `${method.toUpperCase()} ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`
      const answer = toResponse(await sendRaw(port, request))
      if (answer.status !== 400) problems.push(`${id}: ${answer.status} instead of 400`)
      for (const problem of await check.compare(id, answer)) problems.push(`${id}: ${problem}`)
    }
    await close()
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
    expect(nested.length).toBeGreaterThan(5)
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
  if (!body?.startsWith('{')) return []
  const depth = id in depths ? depths[id as 'usual'] : depths.usual
  const fields = JSON.parse(body)
  return Object.keys(fields).map((name) => {
    const text = JSON.stringify({ ...fields, [name]: '@' })
    const lists = '['.repeat(depth) + ']'.repeat(depth)
    return { ...request, status: 400, body: text.replace('"@"', lists) }
  })
}

const ofConnection = ['connection', 'date', 'transfer-encoding']

const toResponse = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines
    .map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? ''])
    .filter(([name]) => !ofConnection.includes(name.toLowerCase()))
  return new Response(body, { status: Number(first.split(' ')[1]), headers })
}
