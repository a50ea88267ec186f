import { expect, it } from 'vitest'
import { createClientRequestLimit } from '../../../server/adapters/redis/limits.ts'
import { makeIndexRow } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'
import { createTestApp } from '../../test-app.ts'
import { differencesOf, listOperations } from './openapi/conformity.ts'
import { describeServer } from './openapi/servers.ts'

const rateLimit = {
  limit: createClientRequestLimit({ allowance: { requests: 2, windowSeconds: 60 } }),
  clientAddress: () => ({ exact: 'one', key: 'one' }),
}

it('the document of a server that limits requests says what it answers then, and no other', async () => {
  const app = await createTestApp({ rows: [makeIndexRow()], rateLimit })
  const document = await describeServer('none', { rateLimit })
  const { operation } = expectDefined(
    listOperations(document).find(({ path }) => path === '/api/wallpapers'),
  )
  const statuses: number[] = []
  for (const query of ['', '?count=x', '']) {
    const answer = await app.request(`/api/wallpapers${query}`)
    statuses.push(answer.status)
    expect(await differencesOf(document, operation, answer)).toEqual([])
  }
  expect(statuses).toEqual([200, 400, 429])
  const limited = listOperations(document).filter(({ operation }) => operation.responses?.['429'])
  expect(limited.length).toBeGreaterThan(5)
  const unlimitedPaths = listOperations(document)
    .filter(({ operation }) => !operation.responses?.['429'])
    .map(({ path }) => path)
  expect(unlimitedPaths).toEqual(['/livez', '/healthz', '/readyz'])
  const usual = listOperations(await describeServer('none'))
  const limitedAlways = usual.filter(({ operation }) => operation.responses?.['429'])
  expect(limitedAlways.map(({ operation }) => operation.operationId)).toEqual(['countDownload'])
})
