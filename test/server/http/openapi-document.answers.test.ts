import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenApiDocument } from '../../../server/http/openapi-document.ts'
import { publicUrl } from '../../test-app.ts'
import { differencesOf, listOperations } from './openapi/conformity.ts'
import { listPageRequests } from './openapi/page-requests.ts'
import { type Asked, listRequests } from './openapi/requests.ts'
import { createServers, type Servers } from './openapi/servers.ts'

const document = createOpenApiDocument({
  publicUrl,
  instance: { name: 'Fresco', version: '1.2.3', identity: 'local' },
})
const operations = new Map(
  listOperations(document).map(({ operation, ...where }) => [
    operation.operationId ?? '',
    { ...where, operation },
  ]),
)
const documented = [...operations].flatMap(([id, { operation }]) =>
  Object.keys(operation.responses ?? {}).map((status) => `${id} ${status}`),
)

let servers: Servers
let requests: Asked[]
const seen = new Set<string>()

beforeAll(async () => {
  servers = await createServers()
  requests = [...(await listRequests(servers)), ...(await listPageRequests(servers))]
})
afterAll(() => servers.close())

const ask = async ({ id, path, server = 'usual', ...init }: Asked) => {
  const found = operations.get(id)
  if (found === undefined) return { status: 0, differences: [`${id} is not described`] }
  const request = { ...init, method: found.method.toUpperCase(), duplex: 'half' as const }
  const answer = await servers[server].request(`${publicUrl}${path}`, request)
  seen.add(`${id} ${answer.status}`)
  const differences = await differencesOf(document, found.operation, answer)
  return { status: answer.status, differences }
}

/** Sends the requests one after another, because some depend on the effects of earlier ones. */
const problemsOf = async (asked: readonly Asked[]) => {
  const problems: string[] = []
  for (const request of asked) {
    const { status, differences } = await ask(request)
    const expected = status === request.status ? [] : [`${status} instead of ${request.status}`]
    for (const problem of [...expected, ...differences])
      problems.push(`${request.id} ${request.path}: ${problem}`)
  }
  return problems
}

describe('every answer is as the OpenAPI document says', () => {
  it('for requests that are answered, and that are refused', async () => {
    expect(requests.length).toBeGreaterThan(documented.length / 2)
    expect(await problemsOf(requests)).toEqual([])
  })

  it.each([
    ['broken', 500],
    ['busy', 503],
  ] as const)('when everything behind the routes is %s', async (server, status) => {
    const able = [...operations.keys()]
      .filter((id) => documented.includes(`${id} ${status}`))
      .map((id) => requests.find((request) => request.id === id && request.status < 400))
      .filter((request) => request !== undefined)
    expect(able.length).toBeGreaterThan(5)
    expect(await problemsOf(able.map((request) => ({ ...request, server, status })))).toEqual([])
  })

  it('for every status of every operation', () => {
    expect(documented.filter((answer) => !seen.has(answer))).toEqual([])
  })
})
