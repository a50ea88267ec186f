import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { createAnswerCheck } from '../http/openapi/answers.ts'
import type { Asked } from '../http/openapi/requests.ts'
import { createServers, describeServer, type Servers } from '../http/openapi/servers.ts'
import { listPageRequests } from './page-requests.ts'

const document = await describeServer('local')
const check = createAnswerCheck(document, pagesOf('local'))

let servers: Servers
let requests: Asked[]

beforeAll(async () => {
  servers = await createServers()
  requests = await listPageRequests(servers, (id) => check.operations.get(id)?.operation)
})
afterAll(() => servers.close())

describe('every page and form answers with HTML and exactly the headers of its kind', () => {
  it('for requests that are answered, and that are refused', async () => {
    expect(requests.length).toBeGreaterThan(check.documented.length / 2)
    expect(await check.problemsOf(servers, requests)).toEqual([])
  })

  it.each([
    ['broken', 500],
    ['busy', 503],
  ] as const)('when everything behind the pages is %s', async (server, status) => {
    const able = check.withStatus(requests, status)
    expect(able.length).toBeGreaterThan(0)
    const sent = able.map((request) => ({ ...request, server }))
    expect(await check.problemsOf(servers, sent)).toEqual([])
  })

  it('for every status of every page', () => {
    expect(check.listUnseen()).toEqual([])
  })
})
