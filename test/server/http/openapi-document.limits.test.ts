import { expect, it } from 'vitest'
import { createClientRequestLimit } from '../../../server/adapters/redis/limits.ts'
import { createOpenApiDocument } from '../../../server/http/openapi-document.ts'
import { makeIndexRow } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'
import { differencesOf, listOperations } from './openapi/conformity.ts'

const instance = { name: 'Fresco', version: '1.2.3', identity: 'none' } as const
const rateLimit = {
  limit: createClientRequestLimit({ allowance: { requests: 2, windowSeconds: 60 } }),
  clientAddress: () => ({ exact: 'one', key: 'one' }),
}

it('the document of a server that limits requests says what it answers then, and no other', async () => {
  const app = await createTestApp({ rows: [makeIndexRow()], rateLimit })
  const document = createOpenApiDocument({ publicUrl, instance, rateLimit })
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
  const usual = listOperations(createOpenApiDocument({ publicUrl, instance }))
  const limitedAlways = usual.filter(({ operation }) => operation.responses?.['429'])
  expect(limitedAlways.map(({ operation }) => operation.operationId)).toEqual(['countDownload'])
})
